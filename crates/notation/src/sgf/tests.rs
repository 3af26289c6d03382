//! Records of all kinds, whole and broken.
