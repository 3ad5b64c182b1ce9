import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";

const PAGE = "/responsible-gaming";
/** What stays open to somebody who has excluded themselves: their figures, and help. */
const OPEN_PATHS = [PAGE, "/history", "/ledger", "/support", "/sessions", "/proof", "/games"];

/** Keeps somebody who has excluded themselves on the pages that are left. */
export function ExcludedWatcher() {
  const [path, navigate] = useLocation();
  const { data } = useQuery(responsiblePlayQuery);
  const isShut =
    data !== undefined && data.exclusion !== null && !OPEN_PATHS.some((open) => path.startsWith(open));
  useEffect(() => {
    if (isShut) navigate(PAGE, { replace: true });
  }, [isShut, navigate]);
  return null;
}
