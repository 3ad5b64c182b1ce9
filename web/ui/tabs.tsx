import { Content, List, Root, Trigger } from "@radix-ui/react-tabs";
import type { ReactNode } from "react";
import { cx } from "#web/lib/cx.ts";

export interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps {
  /** What the tabs choose between, for those who cannot see them. */
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Tabs, in as many rows as they need, and the content of the chosen one. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Root value={value} onValueChange={onChange} activationMode="automatic">
      <List
        aria-label={label}
        className={cx(
          "mb-5 flex w-full flex-wrap gap-1 rounded-control border border-line bg-sunken p-1 sm:inline-flex sm:w-auto",
          // Four would leave the last one alone in a row as wide as the page.
          tabs.length === 4 && "max-sm:grid max-sm:grid-cols-2",
          // Counts arrive later: one of more digits must not move a tab into another row.
          tabs.length === 3 && "max-sm:grid max-sm:grid-cols-3",
        )}
      >
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-11 flex-1 rounded-lg px-1 font-medium text-[0.8125rem] text-muted sm:whitespace-nowrap sm:px-4 sm:text-sm transition-colors hover:text-ink data-[state=active]:picked sm:flex-none"
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content key={tab.value} value={tab.value} className="rounded-control">
          {tab.content}
        </Content>
      ))}
    </Root>
  );
}
