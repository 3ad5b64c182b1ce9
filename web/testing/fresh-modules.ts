import { vi } from "vitest";

/** What a worker of the tests knows of a module; vitest keeps it, and has no type for it. */
interface LoadedModule {
  promise?: Promise<unknown> | undefined;
  exports?: unknown;
  evaluated: boolean;
}

declare global {
  var __vitest_worker__: {
    readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, LoadedModule> };
  };
}

/** Modules that only compute: they hold no state, know nothing of the page, and no test replaces them. */
const PURE = `${process.cwd()}/domain/`;

/**
 * Has the site's modules loaded anew when they are imported next. Those of `domain` stay: most of them declare schemas,
 * which take long to build.
 */
export function forgetModules(): void {
  const modules = [...globalThis.__vitest_worker__.evaluatedModules.idToModuleMap];
  const kept = modules
    .filter(([id, { evaluated }]) => evaluated && id.startsWith(PURE))
    .map(([, module]) => {
      const { promise, exports, evaluated } = module;
      return { module, loaded: { promise, exports, evaluated } };
    });
  vi.resetModules();
  for (const { module, loaded } of kept) Object.assign(module, loaded);
}
