import { configure, getConfig, prettyDOM } from "@testing-library/react";

/** How a query that finds nothing fails. */
type ElementError = NonNullable<ReturnType<typeof getConfig>["getElementError"]>;

/** True while a query that waits is tried; the library sets it, and has no type for it. */
const isWaiting = (): boolean =>
  (getConfig() as { readonly _disableExpensiveErrorDiagnostics?: boolean })
    ._disableExpensiveErrorDiagnostics === true;

/**
 * Prints the page with a query that failed, but not with each try of one that waits: nobody reads those, and they took
 * an eighth of the time of page tests. The library adds the page to the last one, once time is up.
 */
const getElementError: ElementError = (message, container) => {
  const shown = isWaiting() ? "" : prettyDOM(container);
  const error = new Error([message, shown].filter(Boolean).join("\n\n"));
  error.name = "TestingLibraryElementError";
  return error;
};
configure({ getElementError });
