import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Setting } from "#domain/features/settings/contract.ts";
import { SecondAdminNotice } from "#web/features/roles/second-admin-notice.tsx";
import { settingTitle } from "#web/features/settings/titles.ts";
import {
  boundsText,
  readChange,
  readValue,
  secondAdminText,
  valueText,
  weakens,
} from "#web/features/settings/values.ts";
import { AdminFrame } from "#web/layout/console/admin-frame.tsx";
import { eventPath, playerPath } from "#web/layout/console/admin-paths.ts";
import { useAddressDialog } from "#web/lib/address.ts";
import type { Answer } from "#web/lib/api/api.ts";
import { apiQuery } from "#web/lib/api/api-query.ts";
import { sendBody } from "#web/lib/api/commands/send.ts";
import { useAdminMutation } from "#web/lib/api/use-admin-mutation.ts";
import { useSteadyQuery } from "#web/lib/api/use-steady-query.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { usePages } from "#web/lib/pages.ts";
import { useKeptText } from "#web/lib/store/use-kept-text.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, LINKED } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { ReasonDialog } from "#web/ui/dialogs/reason-dialog.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { DataTable, type TableColumn } from "#web/ui/lists/data-table.tsx";
import { ExportLinks } from "#web/ui/lists/export-links.tsx";
import { PagedList } from "#web/ui/lists/paged-list.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { NameOfPlayer } from "#web/ui/named.tsx";

type StoredEvent = Answer<"GET /admin/events">["items"][number];

const STREAM = "settings:house";
const PAGES = "change";
const CHANGES_PER_PAGE = 10;
const SETTINGS = 4;

const settingsQuery = apiQuery("GET /admin/settings");
const changesQuery = (next: string | undefined) =>
  apiQuery("GET /admin/events", {
    input: {
      query: {
        stream: STREAM,
        order: "newest",
        limit: String(CHANGES_PER_PAGE),
        ...(next !== undefined && { next }),
      },
    },
  });

/** The only other value of a switch. */
const turned = ({ value }: Setting): number => 1 - Number(value);

/** What a button says that changes a setting. @param to the new value of a switch */
const changeText = ({ unit }: Setting, to: number): string =>
  unit !== "switch" ? "Change" : to === 1 ? "Turn on" : "Turn off";

interface ChangeProps {
  readonly setting: Setting;
  readonly version: number;
  readonly isReset: boolean;
  readonly onClose: () => void;
}

function ChangeDialog({ setting, version, isReset, onClose }: ChangeProps) {
  const { name, unit, value: now } = setting;
  const [typed, setText, forgetText] = useKeptText(`setting-value-${name}`);
  // As of opening: a switch that was turned meanwhile, perhaps by this dialog, must not be turned back.
  const [to] = useState(turned(setting));
  const text = unit === "switch" ? String(to) : typed;
  const [fault, setFault] = useState<string>();
  const { mutate, isPending } = useAdminMutation({
    send: sendBody("PUT /admin/settings"),
    done: () => "Changed. It applies from the next request.",
  });
  const needsTwo = weakens(setting, isReset ? String(setting.default) : text);
  const act = isReset ? "Reset" : changeText(setting, to);
  const send = (reason: string, onTaken: () => void) => {
    const read = isReset ? { value: null } : readValue(setting, text);
    if ("fault" in read) return setFault(read.fault);
    mutate(
      { version, values: { [name]: read.value }, reason },
      {
        onSuccess: () => {
          forgetText();
          onTaken();
        },
      },
    );
  };
  return (
    <ReasonDialog
      name={`setting-${name}`}
      title={`${act}: ${settingTitle(name)}`}
      description={isReset ? `Back to ${valueText(unit, setting.default)}.` : `${setting.what}.`}
      label="Reason"
      hint="It is written into the log with your name."
      action={needsTwo ? "Propose" : act}
      isPending={isPending}
      onClose={onClose}
      onSend={send}
    >
      {!isReset && unit !== "switch" && (
        <Field
          label="New value"
          inputMode="decimal"
          hint={`${boundsText(setting)}; now ${valueText(unit, now)}`}
          value={typed}
          error={fault}
          disabled={isPending}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setFault(undefined);
          }}
        />
      )}
      {needsTwo && <SecondAdminNotice />}
    </ReasonDialog>
  );
}

function SettingRow({ setting, onAct }: { setting: Setting; onAct: (act: string) => void }) {
  const { name, what, unit, value, isDefault, changed } = setting;
  const change = changeText(setting, turned(setting));
  return (
    <li className="grid gap-3 border-line border-t py-4 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0 space-y-1">
        <h3 className="font-semibold text-ink">{settingTitle(name)}</h3>
        <p className="text-muted text-sm">{what}.</p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-bold text-ink text-xl">{valueText(unit, value)}</span>
          {isDefault && <Badge>default</Badge>}
        </p>
        <p className="text-faint text-sm">
          {unit === "switch" ? boundsText(setting) : `From ${boundsText(setting)}`}.{" "}
          {secondAdminText(setting)}
        </p>
        {changed && (
          <p className="text-faint text-sm [overflow-wrap:anywhere]">
            Changed {dateAndTime(changed.at)} at{" "}
            <Link href={eventPath(changed.position)} className={LINKED}>
              position {changed.position}
            </Link>
            : {changed.reason}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={`${change} ${settingTitle(name)}`} onClick={() => onAct("change")}>
          {change}
        </Button>
        {!isDefault && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={`Reset ${settingTitle(name)}`}
            onClick={() => onAct("reset")}
          >
            Reset
          </Button>
        )}
      </div>
    </li>
  );
}

function Settings() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const dialog = useAddressDialog();
  if (!data && error) return <LoadError error={error} what="The settings" onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={SETTINGS} rowClassName="h-36" />;
  const asked = data.items.find(({ name }) => name === dialog.on);
  const isReset = dialog.act === "reset";
  return (
    <>
      <ul aria-label="Settings">
        {data.items.map((setting) => (
          <SettingRow key={setting.name} setting={setting} onAct={(act) => dialog.open(act, setting.name)} />
        ))}
      </ul>
      {asked && (isReset || dialog.act === "change") && (
        <ChangeDialog
          key={asked.name}
          setting={asked}
          version={data.version}
          isReset={isReset}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

const columnsOf = (settings: readonly Setting[]): readonly TableColumn<StoredEvent>[] => [
  { title: "Version", isHeader: true, isNumeric: true, cell: ({ version }) => version },
  {
    title: "Time",
    cell: ({ at, position }) => (
      <span className="block min-w-22">
        <Link href={eventPath(position)} className={LINKED}>
          {dateAndTime(at)}
        </Link>
      </span>
    ),
  },
  {
    title: "Set to",
    cell: ({ payload }) =>
      readChange(payload, settings)?.values.map(({ name, text }) => (
        <span key={name} className="block min-w-40">
          {settingTitle(name)}: <span className="font-semibold text-ink">{text}</span>
        </span>
      )),
  },
  {
    title: "By",
    cell: ({ payload }) => {
      const by = readChange(payload, settings)?.by;
      if (by === undefined) return null;
      return (
        <span className="block min-w-22 [overflow-wrap:anywhere]">
          <Link href={playerPath(by)} className={`font-mono text-xs ${LINKED}`}>
            {by}
          </Link>
          <NameOfPlayer id={by} />
        </span>
      );
    },
  },
  {
    title: "Reason",
    cell: ({ payload }) => (
      <span className="block min-w-40 [overflow-wrap:anywhere]">{readChange(payload, settings)?.reason}</span>
    ),
  },
];

function Changes() {
  const pages = usePages(PAGES);
  const settings = useQuery(settingsQuery).data?.items;
  const query = useSteadyQuery(changesQuery(pages.cursor));
  // Without units an amount would be read as a hundred times as much.
  if (!settings) return null;
  return (
    <PagedList
      of="changes"
      query={query}
      pages={pages}
      rows={SETTINGS}
      empty={{ icon: History, text: "Nobody has changed a setting yet." }}
    >
      {(items: readonly StoredEvent[]) => (
        <DataTable
          caption="Changes to the settings, newest first"
          columns={columnsOf(settings)}
          rows={items}
          rowKey={({ position }) => String(position)}
          isStale={query.isPlaceholderData}
        />
      )}
    </PagedList>
  );
}

/** What admins may set while the service runs, each within its bounds, and every change that was ever made. */
export default function SettingsPage() {
  return (
    <AdminFrame
      title="Settings"
      description="Settings that can change while the service runs. Each change is logged with your name and reason."
    >
      <TitledCard id="settings" title="In force">
        <Settings />
      </TitledCard>
      <TitledCard
        id="changes"
        title="History"
        description="Every change, the newest first."
        actions={<ExportLinks of="changes" path="/admin/events" query={{ stream: STREAM }} />}
        className="scroll-mt-20"
      >
        <Changes />
      </TitledCard>
    </AdminFrame>
  );
}
