/** The style of stand-in pages: dark, calm, readable from 320 pixels up. */
export const STAND_IN_CSS = `
:root{color-scheme:dark;--ground:#0b0e14;--card:#131822;--line:#252d3b;--raised:#1a2130;--text:#e8ecf3;--soft:#9aa6b8;--accent:#4ade80;--wrong:#fca5a5}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:radial-gradient(60rem 30rem at 50% -10rem,#1c2740,transparent),var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;padding:clamp(1rem,4vw,4rem) 1rem}
main{max-width:42rem;margin:0 auto;background:var(--card);border:1px solid var(--line);border-radius:1.25rem;padding:clamp(1.25rem,5vw,2.5rem);box-shadow:0 1.5rem 4rem #0008}
.badge{display:inline-block;margin:0 0 1rem;padding:.2rem .7rem;border:1px solid #3a4354;border-radius:99px;color:var(--soft);font-size:.8125rem;letter-spacing:.02em}
h1{margin:0 0 .5rem;font-size:clamp(1.5rem,5vw,2rem);line-height:1.2;letter-spacing:-.02em}
h2{margin:2rem 0 .75rem;font-size:.9375rem;font-weight:600;color:var(--soft)}
.lead{overflow-wrap:anywhere;margin:0;color:var(--soft)}.lead strong{color:var(--text)}
.people{list-style:none;margin:0;padding:0;display:grid;gap:.625rem}
@media(min-width:36rem){.people{grid-template-columns:1fr 1fr}}
button,input,summary{font:inherit;color:inherit}
button{cursor:pointer;border-radius:.75rem;border:1px solid var(--line);background:var(--raised);min-height:2.75rem;padding:.5rem 1.25rem;transition:background-color .15s,border-color .15s}
button:hover{background:#222b3d;border-color:#3d4960}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.default{position:absolute;left:-999rem;width:1px;height:1px;padding:0;overflow:hidden}
.person{width:100%;height:100%;display:flex;align-items:center;gap:.875rem;padding:.625rem .75rem;text-align:left}
.person img{flex:none;border-radius:.625rem;display:block}
.person span{min-width:0}.name,.person .note{display:block}
.name{font-weight:600;line-height:1.3}.note{color:var(--soft);font-size:.875rem;font-weight:400;line-height:1.35}
.hinted{border-color:var(--accent)}
.other{display:flex;gap:.625rem}
input:not([type=radio]){min-width:0;flex:1;background:var(--ground);border:1px solid #3a4354;border-radius:.75rem;min-height:2.75rem;padding:.5rem .875rem}
input::placeholder{color:#8391a7;opacity:1}
.primary{background:var(--accent);border-color:var(--accent);color:#06220f;font-weight:600}
.primary .note{color:inherit}
.primary:hover{background:#6ee7a0;border-color:#6ee7a0}
.help{margin:.5rem 0 0;color:var(--soft);font-size:.875rem}.wrong{color:var(--wrong)}
details{margin-top:2rem;border:1px solid var(--line);border-radius:.75rem;padding:0 1rem}
summary{cursor:pointer;min-height:2.75rem;padding:.625rem 0;font-weight:600}
details[open]{padding-bottom:1rem}
fieldset{border:0;margin:0 0 1rem;padding:0;display:grid;gap:.125rem}
@media(min-width:36rem){fieldset{grid-template-columns:1fr 1fr}}
legend{padding:0 0 .25rem;color:var(--soft);font-size:.875rem}
.radio{display:flex;align-items:center;gap:.625rem;min-height:2.25rem;cursor:pointer}
input[type=radio]{accent-color:var(--accent);width:1.125rem;height:1.125rem;margin:0;flex:none}
.delay{display:flex;flex-wrap:wrap;align-items:center;gap:.625rem;margin:0}.delay input{flex:0 0 6rem}
.end{display:flex;align-items:center;gap:1rem;margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}.end .help{margin:0}
.deny{border-color:#7f1d1d;color:var(--wrong);background:transparent}.deny:hover{background:#3b1219;border-color:#b91c1c}
table{width:100%;border-collapse:collapse;margin:1rem 0}th,td{padding:.5rem .75rem .5rem 0;text-align:left;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
th{color:var(--soft);font-weight:600;font-size:.875rem}
a{color:var(--accent)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;background:var(--ground);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:1rem 0}
.choices{display:grid;gap:.625rem;margin:1.5rem 0}.choices button{width:100%}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:1rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media(prefers-reduced-motion:reduce){button{transition:none}}
`;
