import { matchRoute, useLocation, useRouter } from "wouter";
import { isConsolePath } from "#web/layout/console/admin-paths.ts";
import { useSite } from "#web/lib/site.ts";

/** Whether the address is a screen of the admin console, including those that moderators see outside it. */
export function useIsConsole(): boolean {
  const { parser } = useRouter();
  const [path] = useLocation();
  const screens = useSite().console;
  return isConsolePath(path) || screens.some(({ route }) => matchRoute(parser, route.path, path)[0]);
}
