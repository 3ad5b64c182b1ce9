import { Content, List, Root, Trigger } from "@radix-ui/react-tabs";
import { type ReactNode, useEffect, useRef } from "react";

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

/** A row of tabs and the content of the chosen one. */
export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the row is wider than there is room for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another place in the row
  useEffect(() => {
    const row = list.current;
    const chosen = row?.querySelector<HTMLElement>("[data-state=active]");
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2;
  }, [value]);
  return (
    <Root value={value} onValueChange={onChange} activationMode="automatic">
      <List
        ref={list}
        aria-label={label}
        className="relative mb-5 flex w-full snap-x snap-proximity gap-1 overflow-x-auto rounded-control border border-line bg-sunken p-1 sm:inline-flex sm:w-auto"
      >
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-10 flex-1 whitespace-nowrap rounded-lg px-2 font-medium text-[0.8125rem] text-muted sm:px-4 sm:text-sm transition-colors hover:text-ink data-[state=active]:snap-center data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-card sm:flex-none"
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
