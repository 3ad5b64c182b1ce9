import { type RefCallback, useCallback, useState } from "react";

/** The width of an element as it is laid out, and anew whenever that changes. @param before until it is known */
export function useWidth(before: number): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(before);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const read = () => element.clientWidth > 0 && setWidth(element.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
