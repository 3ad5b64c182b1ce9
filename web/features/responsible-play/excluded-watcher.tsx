import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { responsiblePlayQuery } from "#web/features/responsible-play/query.ts";

const PAGE = "/responsible-gaming";
/** What stays open to somebody who has excluded themselves: figures, help, their account, and what they are owed. */
const OPEN =
  /^\/(responsible-gaming|history|ledger|support|sessions|proof|games|settings|cashouts|withdrawals|shop\/purchases)(\/|$)|^\/user-games$/;

/** Keeps somebody who has excluded themselves on the pages that are left. */
export function ExcludedWatcher() {
  const [path, navigate] = useLocation();
  const { data } = useQuery(responsiblePlayQuery);
  const isShut = data !== undefined && data.exclusion !== null && !OPEN.test(path);
  useEffect(() => {
    if (isShut) navigate(PAGE, { replace: true });
  }, [isShut, navigate]);
  return null;
}
