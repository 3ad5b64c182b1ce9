import { type RefObject, useEffect, useState } from "react";
import { useLocation } from "wouter";

/** The distance of floating parts from the edge of the view, in pixels. */
const MARGIN_PX = 16;

const marks = () => document.querySelectorAll("[data-keep-clear]");

/** Whether a box of a height at the foot of the view would cover what is marked. */
function isFootTaken(floating: HTMLElement): boolean {
  const { left, right, height } = floating.getBoundingClientRect();
  const top = window.innerHeight - height - MARGIN_PX;
  return [...marks()].some((marked) => {
    const at = marked.getBoundingClientRect();
    return at.bottom > top && at.top < window.innerHeight && at.right > left && at.left < right;
  });
}

/**
 * The edge of the view where a floating part covers nothing marked: the foot, unless that is taken.
 * @param isShown whether there is anything to be seen of it
 */
export function useFreeEdge(floating: RefObject<HTMLElement | null>, isShown: boolean): "top" | "bottom" {
  const [edge, setEdge] = useState<"top" | "bottom">("bottom");
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has marks of its own
  useEffect(() => {
    if (!isShown) return;
    const look = () => floating.current && setEdge(isFootTaken(floating.current) ? "top" : "bottom");
    look();
    // Its own height changes, and so do the page's and that of what stands at the foot of the view.
    const sizes = new ResizeObserver(look);
    if (floating.current) sizes.observe(floating.current);
    for (const part of [document.body, ...marks()]) sizes.observe(part);
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      sizes.disconnect();
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [floating, isShown, path]);
  return edge;
}
