import type { ComponentType } from "react";

/** Parts that features bring, one after the other. */
export const Parts = ({ of }: { of: readonly { readonly View: ComponentType }[] }) =>
  of.map(({ View }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are declared once, in one order
    <View key={at} />
  ));
