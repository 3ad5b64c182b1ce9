import { html, raw } from "hono/html";

import {
  CODE_LIFETIMES_MS,
  FAULT_DELAY_MS_MAX,
  FAULT_TEXTS,
  type FaultSettings,
} from "#service/integrations/platform/sandbox/faults.ts";
import { type Persona, personas } from "#service/integrations/platform/sandbox/personas.ts";
import { standInPage } from "#service/integrations/stand-ins/page.ts";

const MS_PER_SECOND = 1_000;

type Html = ReturnType<typeof html>;

interface SignInPage {
  /** The query of the request, which the form sends back. */
  readonly action: string;
  /** The faults in force; the page starts from them. */
  readonly faults: FaultSettings;
  /** The user name that the application hinted at, if any. */
  readonly suggested: string | null;
  /** The invalid name that was typed, if any. */
  readonly rejectedName: string | null;
  /** Host of the application, such as `localhost:3000`. */
  readonly application: string;
}

/** The page on which a person chooses an account. */
export async function signInPage(page: SignInPage): Promise<string> {
  const error =
    page.rejectedName === null
      ? null
      : "A name is 3 to 20 letters, digits or underscores, and does not begin with demo_.";
  return layout(
    "Sign in",
    html`<p class="lead"><strong>${page.application}</strong> asks who you are. Nobody here is real: choose anyone.</p>
<form method="post" action="${page.action}">
<button class="default" name="choice" value="other" tabindex="-1" aria-hidden="true">Continue</button>
<h2 id="people">Continue as</h2>
<ul class="people" aria-labelledby="people">${personas.map((persona) => personButton(persona, page.suggested))}</ul>
<h2><label for="other">Other name</label></h2>
<div class="other">
<input id="other" name="other" value="${page.rejectedName ?? ""}" required minlength="3" maxlength="20" pattern="[A-Za-z0-9_]+"
 autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="any_name" aria-describedby="other-help"${error === null ? "" : raw(' aria-invalid="true"')}>
<button class="primary" name="choice" value="other">Continue</button>
</div>
<p id="other-help" class="${error === null ? "help" : "help wrong"}"${error === null ? "" : raw(' role="alert"')}>${error ?? "A new name makes a new account; the same name is always the same account."}</p>
${faultsSection(page.faults)}
<div class="end"><button class="deny" name="choice" value="deny" formnovalidate>Deny</button>
<p class="help">Goes back without signing in.</p></div>
</form>`,
  );
}

/** The page for a request that cannot be answered with a redirect. */
export async function refusedPage(reason: string): Promise<string> {
  return layout("This request cannot be answered", html`<p class="lead" role="alert">${reason}</p>`);
}

function personButton(persona: Persona, suggested: string | null): Html {
  const hinted = persona.username === suggested;
  return html`<li><button class="${hinted ? "person hinted" : "person"}" name="choice" value="${persona.username}" formnovalidate>
<img src="/avatars/${persona.username}.svg" alt="" width="44" height="44">
<span><span class="name">${persona.username}</span><span class="note">${hinted ? "Suggested · " : ""}${persona.note}</span></span>
</button></li>`;
}

function faultsSection(faults: FaultSettings): Html {
  const open = faults.fault === "none" ? "" : raw(" open");
  return html`<details${open}><summary>Faults <span class="note">what goes wrong with this sign-in</span></summary>
<fieldset><legend>Fault</legend>${Object.entries(FAULT_TEXTS).map(([value, text]) =>
    radio({ name: "fault", value, text, checked: value === faults.fault }),
  )}</fieldset>
<fieldset><legend>A code lives</legend>
${radio({ name: "codeLifetime", value: "minute", text: "1 minute", checked: faults.codeLifetimeMs < CODE_LIFETIMES_MS.tenMinutes })}
${radio({ name: "codeLifetime", value: "tenMinutes", text: "10 minutes", checked: faults.codeLifetimeMs >= CODE_LIFETIMES_MS.tenMinutes })}
</fieldset>
<p class="delay"><label for="delay">A late answer takes</label>
<input id="delay" name="delaySeconds" type="number" min="0" max="${FAULT_DELAY_MS_MAX / MS_PER_SECOND}" step="0.1" value="${faults.delayMs / MS_PER_SECOND}"> seconds</p>
</details>`;
}

interface Radio {
  readonly name: string;
  readonly value: string;
  readonly text: string;
  readonly checked: boolean;
}

function radio({ name, value, text, checked }: Radio): Html {
  const mark = checked ? raw(" checked") : "";
  return html`<label class="radio"><input type="radio" name="${name}" value="${value}"${mark}> ${text}</label>`;
}

const layout = (title: string, content: Html): Promise<string> =>
  standInPage({ badge: "Platform sandbox", title, content });
