//! Conversations: what is asked, and what must be answered.
