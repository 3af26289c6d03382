// The Japanese pages say that they are Japanese, so that browsers choose Japanese characters.
if (location.pathname.endsWith(".ja.html")) {
    document.documentElement.lang = "ja";
}
