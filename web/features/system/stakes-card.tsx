import { useQuery } from "@tanstack/react-query";
import type { NightlyCheck } from "#domain/features/halts/contract.ts";
import { ReasonedActDialog } from "#web/features/roles/reasoned-act-dialog.tsx";
import { adminStakesQuery } from "#web/features/system/queries.ts";
import { useAddressDialog } from "#web/lib/address.ts";
import { sendReason } from "#web/lib/api/commands/send.ts";
import { dateAndTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/facts.tsx";
import { TableSkeleton } from "#web/ui/lists/table-skeleton.tsx";
import { LoadError } from "#web/ui/load-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

const RESUME = "resume";
const HALT = "halt";

const HaltDialog = ({ onClose }: { onClose: () => void }) => (
  <ReasonedActDialog
    name="halt-stakes"
    title="Halt stakes"
    description="Every bet is refused from now on. Games under way will finish."
    hint="It is written into the log with your name. Players do not read it."
    action="Halt stakes"
    variant="destructive"
    send={sendReason("POST /admin/stakes/halt")}
    done={() => "Stakes are halted."}
    onClose={onClose}
  />
);

const ResumeDialog = ({ onClose }: { onClose: () => void }) => (
  <ReasonedActDialog
    name="resume-stakes"
    title="Resume stakes"
    description="Do this once you understand what the check found. It is logged with your name."
    action="Propose"
    isProposed
    send={sendReason("POST /admin/stakes/resume")}
    done={() => "Stakes are resumed."}
    onClose={onClose}
  />
);

function CheckFacts({ check }: { check: NightlyCheck | null }) {
  if (check === null) return <p className="text-muted text-sm">There has been no nightly check yet.</p>;
  const { night, beganAt, finishedAt, position, problem } = check;
  return (
    <Facts>
      <Fact label="Night">{night} UTC</Fact>
      <Fact label="Result">
        {finishedAt === null ? (
          <Badge tone="warn">Under way</Badge>
        ) : (
          <Badge tone={problem === null ? "gain" : "loss"}>{problem === null ? "Passed" : "Failed"}</Badge>
        )}
        {problem !== null && <span className="mt-1 block text-loss [overflow-wrap:anywhere]">{problem}</span>}
      </Fact>
      <Fact label="Began">{dateAndTime(beganAt)}</Fact>
      {finishedAt !== null && <Fact label="Finished">{dateAndTime(finishedAt)}</Fact>}
      {position !== null && <Fact label="Verified up to">position {position}</Fact>}
    </Facts>
  );
}

/** What the last check of the books found, and the way back where it halted stakes. */
export function StakesCard() {
  const { data, error, refetch } = useQuery(adminStakesQuery);
  const dialog = useAddressDialog();
  return (
    <TitledCard
      id="check"
      title="Last verification"
      description="Every night the log is verified, the books are added up, and every read model is rebuilt and compared."
      actions={
        data?.halted === false && (
          <Button size="sm" variant="destructive" onClick={() => dialog.open(HALT, "stakes")}>
            Halt stakes
          </Button>
        )
      }
    >
      {!data && error && <LoadError error={error} what="The last check" onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton rows={4} rowClassName="h-12" />}
      {data?.halted && (
        <Notice
          tone="bad"
          title="Stakes are halted"
          className="mb-4"
          action={<Button onClick={() => dialog.open(RESUME, "stakes")}>Resume stakes</Button>}
        >
          {data.reason}
          {data.since !== null && <span className="block text-muted">Since {dateAndTime(data.since)}</span>}
        </Notice>
      )}
      {data && <CheckFacts check={data.lastCheck} />}
      {data?.halted === false && dialog.act === HALT && <HaltDialog onClose={dialog.close} />}
      {data?.halted && dialog.act === RESUME && <ResumeDialog onClose={dialog.close} />}
    </TitledCard>
  );
}
