import { useSearchParams } from "wouter";

/**
 * Choices that are kept in the address, so that they survive a reload and a sign-in. A change replaces the address and
 * forgets the pages of the lists that it is about; choices that are empty are left out.
 * @param lists the parameters of `usePages` that a change restarts
 */
export function useAddress(...lists: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const change = (choices: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const list of lists) next.delete(list);
        for (const [name, value] of Object.entries(choices)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return { get: (name: string): string => params.get(name) ?? "", change };
}

/** A dialog that is kept in the address: `?act=reject:dep_1` is open again after a reload or a sign-in. */
export function useAddressDialog() {
  const { get, change } = useAddress();
  const [act = "", ...on] = get("act").split(":");
  return {
    act,
    /** What it is about, such as an id. */
    on: on.join(":"),
    open: (name: string, id: string) => change({ act: `${name}:${id}` }),
    close: () => change({ act: undefined }),
  };
}
