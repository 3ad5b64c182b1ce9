import "./quick-react.ts";
import { forgetModules } from "./fresh-modules.ts";

// Runs before each file. Files share one jsdom and one React, which take a second to make; the site's own modules are
// loaded anew, so that no file has the state, the mocks or the page of the file before.
forgetModules();

document.head.replaceChildren();
document.body.replaceChildren();
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name);
document.title = "";
localStorage.clear();
sessionStorage.clear();
window.history.replaceState(null, "", "/");
