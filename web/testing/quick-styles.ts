/**
 * Queries by role ask jsdom for the computed display and visibility of every element, and each time jsdom matches its
 * whole style sheet. Pages under test have no sheet of their own: display follows from the tag and inline styles,
 * visibility from inline styles. All else is asked of jsdom.
 */
const computed = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

function displayOf(element: Element): string {
  const inline = element.hasAttribute("style") && computedInline(element, "display");
  if (inline) return inline;
  if (element.hasAttribute("hidden")) return "none";
  const known = displays.get(element.tagName);
  if (known !== undefined) return known;
  const bare = document.createElementNS(element.namespaceURI, element.tagName);
  document.body.append(bare);
  const { display } = computed(bare);
  bare.remove();
  displays.set(element.tagName, display);
  return display;
}

const computedInline = (element: Element, property: string): string =>
  element instanceof HTMLElement ? element.style.getPropertyValue(property) : "";

function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const inline = at.hasAttribute("style") && computedInline(at, "visibility");
    if (inline) return inline;
  }
  return "visible";
}

window.getComputedStyle = (element, pseudo) => {
  if (pseudo) return computed(element, pseudo);
  const quick = (name: string | symbol): string | undefined => {
    if (name === "display") return displayOf(element);
    return name === "visibility" ? visibilityOf(element) : undefined;
  };
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => {
      if (name === "getPropertyValue")
        return (property: string) => quick(property) ?? computed(element).getPropertyValue(property);
      return quick(name) ?? Reflect.get(computed(element), name);
    },
  });
};
