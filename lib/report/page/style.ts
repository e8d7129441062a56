/** The look of the page: dark and light by the reader's choice, 400 to 2,000 pixels, and print. */

/** Okabe and Ito's colours (see palette.ts), darker on white and lighter on black: at least 3 to 1 against the page. */
const LIGHT = `--bg:#fff;--fg:#16191d;--muted:#59626d;--line:#dde1e6;--panel:#f5f6f8;--accent:#0b5cad;
--good:#0a6b3d;--bad:#b42318;--warn:#8a5a00;
--c1:#0072b2;--c2:#d55e00;--c3:#00855f;--c4:#b0568a;--c5:#a87500;--c6:#2b8fc7;--c7:#555e68;
--s1:#7f95b5;--s2:#688abf;--s3:#4a79bd;--s4:#2f66b0;--s5:#2a5299;--s6:#27407f;--s7:#232f63;--s8:#1c2048;
--p-creating:#c3cad3;--p-preparing:#9fb3cc;--p-measuring:#0b5cad;--p-changing:#b58900;--p-idle:#e4e7eb;
--p-deleting:#8b939d;--p-existing:#7c9a92;--p-verifying:#b0568a`;
const DARK = `--bg:#14171b;--fg:#e9ecef;--muted:#a3adb8;--line:#343a42;--panel:#1d2126;--accent:#79b8ff;
--good:#5bd08f;--bad:#ff8a7d;--warn:#f0b95a;
--c1:#4aa8e8;--c2:#ff8a3d;--c3:#35c296;--c4:#e39cc4;--c5:#e8b93f;--c6:#8fd3f7;--c7:#a9b3bd;
--s1:#62708a;--s2:#5f7496;--s3:#6a88b5;--s4:#789cd0;--s5:#8bb0e6;--s6:#a3c5f2;--s7:#bfd8f9;--s8:#ddebfd;
--p-creating:#4a525c;--p-preparing:#56708f;--p-measuring:#79b8ff;--p-changing:#e8b93f;--p-idle:#272c33;
--p-deleting:#737d88;--p-existing:#5f8a80;--p-verifying:#e39cc4`;

const LAYOUT = `
*{box-sizing:border-box}
html{color-scheme:light dark;scroll-padding-top:1rem}html:has(.simulated){scroll-padding-top:7rem}
body{margin:0;background:var(--bg);color:var(--fg);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,
"Liberation Sans",sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:1760px;margin:0 auto;padding:0 clamp(14px,3vw,48px)}
header{padding-top:1.2rem}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--bg);padding:.4rem .8rem;z-index:9}
h1{font-size:clamp(1.2rem,2.4vw,1.6rem);line-height:1.3;margin:.2rem 0 1rem;max-width:60ch}
h2{font-size:1.2rem;margin:2.6rem 0 .6rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
figcaption::first-letter,h3::first-letter{text-transform:uppercase}
h3{font-size:1rem;margin:1.6rem 0 .3rem}
p,ul{max-width:85ch;margin:.4rem 0}
.sub,figcaption,.note{color:var(--muted);font-size:.87rem}
.answer{background:var(--panel);border-left:6px solid var(--accent);border-radius:4px;padding:1rem 1.2rem;
margin:0 0 1rem}
.answer p{font-size:clamp(1.05rem,2vw,1.3rem);line-height:1.45;margin:.2rem 0;max-width:75ch}
.answer.open{border-color:var(--warn)}.answer.none{border-color:var(--bad)}
.answer ul{padding-left:1.1rem;color:var(--muted);font-size:.87rem}
.simulated{background:repeating-linear-gradient(135deg,#ffd23f 0 18px,#f2b705 18px 36px);color:#111;
font-weight:700;text-align:center;padding:.7rem 1rem;position:sticky;top:0;z-index:8;
border-bottom:3px solid #111}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;padding:0;margin:.8rem 0;font-size:.9rem;
max-width:none}
.facts{display:grid;grid-template-columns:minmax(9rem,13rem) 1fr;gap:.45rem 1rem;margin:.5rem 0}
.facts dt{font-weight:600}.facts dd{margin:0;max-width:85ch}
@media(max-width:640px){.facts{grid-template-columns:1fr;gap:.1rem}.facts dd{margin-bottom:.6rem}}
.chip{display:inline-block;border:1px solid currentColor;border-radius:1rem;padding:0 .6rem;font-size:.85rem;
font-weight:600;white-space:nowrap;margin-right:.3rem}
.main td span{white-space:nowrap}
.VALID{color:var(--good)}.SUSPECT{color:var(--warn)}.INVALID,.INFEASIBLE{color:var(--bad)}.NOT_RUN{color:var(--muted)}
.out,.out small{color:var(--muted);font-style:italic}
abbr.word{text-decoration:underline dotted var(--muted);text-underline-offset:3px;cursor:help;position:relative}
abbr.word:focus::after{content:attr(title);position:absolute;left:0;top:1.6em;width:min(22rem,70vw);
background:var(--fg);color:var(--bg);font-size:.85rem;font-weight:400;padding:.4rem .6rem;border-radius:4px;
z-index:7;white-space:normal}
.words div{display:grid;grid-template-columns:8rem 1fr;gap:.2rem 1rem;padding:.15rem 0}
.words dt{font-weight:600}.words dd{margin:0;max-width:75ch}
`;

const PICTURES = `
figure{margin:.8rem 0}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(280px,100%),1fr));gap:.9rem 1rem}
.panels figcaption::first-letter{text-transform:none}
.panels.one{grid-template-columns:1fr;max-width:1060px}
.panels.two{grid-template-columns:repeat(auto-fill,minmax(min(420px,100%),1fr));max-width:1060px}
.panels figure{margin:0}.panels figcaption{font-weight:600;color:var(--fg)}
svg{display:block;width:100%;height:auto;overflow:visible}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;list-style:none;padding:0;margin:.3rem 0 .6rem;font-size:.87rem}
.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:2px;vertical-align:-.05em}
.narrow{display:none}@media(max-width:700px){.wide{display:none}.narrow{display:block}}
.rank{display:grid;grid-template-columns:fit-content(36%) minmax(8rem,1fr) max-content;gap:.3rem .9rem;
align-items:center;max-width:1100px;margin:.6rem 0}
.rank .row{display:contents}
.rank .track{position:relative;height:1.25rem;background:linear-gradient(var(--line),
var(--line)) left/1px 100% no-repeat}
.rank .bar{position:absolute;left:0;top:.15rem;bottom:.15rem;border-radius:0 2px 2px 0;min-width:1px}
.rank .dot{position:absolute;top:50%;width:.8rem;height:.8rem;margin:-.4rem;border-radius:50%}
.rank .iv{position:absolute;top:.3rem;bottom:.3rem;border:solid var(--fg);border-width:0 1.5px;min-width:2px}
.rank .iv::before{content:"";position:absolute;left:0;right:0;top:50%;border-top:1.5px solid var(--fg)}
.rank .limit{position:absolute;top:-.15rem;bottom:-.15rem;border-left:2px dashed var(--fg)}
.rank .num{font-variant-numeric:tabular-nums}
.rank .out{opacity:.55}
@media(max-width:640px){.rank{display:block}.rank .row{display:block;margin-bottom:.7rem}
.rank .row>span{display:block}}
.lanes{display:grid;grid-template-columns:max-content 1fr;gap:.25rem .8rem;align-items:center;margin:.6rem 0}
.lane{position:relative;height:1.3rem;background:var(--panel);border-radius:2px;overflow:hidden}
.lane i{position:absolute;top:0;bottom:0;min-width:1.5px}
.ticks{position:relative;height:1.3rem;font-size:.78rem;color:var(--muted)}.ticks span{position:absolute;
transform:translateX(-50%);white-space:nowrap}
.ticks span:first-child{transform:none}.ticks span:last-child{transform:translateX(-100%)}
@media(max-width:640px){.lanes{grid-template-columns:1fr}.lanes .ticks span:nth-child(even){display:none}}
.creating{background:var(--p-creating)}.preparing{background:var(--p-preparing)}
.measuring{background:var(--p-measuring)}
.changing{background:var(--p-changing)}.idle{background:var(--p-idle)}.deleting{background:var(--p-deleting)}
.existing{background:var(--p-existing)}.verifying{background:var(--p-verifying)}
.lane .measuring+.measuring{border-left:1px solid var(--bg)}
`;

const TABLES = `
.scroll{overflow-x:auto;max-width:100%;margin:.5rem 0;scrollbar-width:thin}
.scroll th:first-child,.scroll td:first-child{position:sticky;left:0;background:var(--bg);z-index:1}
table{border-collapse:collapse;overflow-wrap:break-word;font-size:.87rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
thead th{border-bottom:2px solid var(--muted);vertical-align:bottom;background:var(--bg)}
td.num,th.num{text-align:right}td.num{white-space:nowrap}
td sup{line-height:0;margin-left:.15em}td small{display:block;color:var(--muted);font-size:.8rem}
.main th:first-child,.main td:first-child{position:sticky;left:0;background:var(--bg);z-index:1;
box-shadow:inset 0 -1px var(--line)}
.main td:first-child{border-bottom-color:transparent;min-width:9rem;max-width:18rem}
.main td.bound{min-width:14rem;max-width:22rem}
.main td.cited{min-width:9rem;max-width:16rem}
.main.bare .f{display:none}
@media(max-width:640px){.main .f{display:none}.main td:first-child{max-width:9rem;min-width:7rem}}
th button{font:inherit;font-weight:600;background:none;border:0;color:inherit;padding:0;cursor:pointer;
text-align:inherit}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.tools{display:none;flex-wrap:wrap;gap:.5rem .9rem;align-items:end;margin:.6rem 0;font-size:.87rem}
.js .tools{display:flex}
.tools label{display:grid}.tools input,.tools select,.tools button{font:inherit;padding:.25rem .5rem;
color:var(--fg);background:var(--panel);border:1px solid var(--muted);border-radius:4px;max-width:16rem}
@media(max-width:640px){.tools label:has(select){display:none}}
.why{border-left:3px solid var(--line);padding-left:.9rem;margin:1rem 0}.why h3{margin:.2rem 0}
textarea.csv{width:100%;height:10rem;font:12px/1.4 ui-monospace,monospace;background:var(--panel);
color:var(--fg);border:1px solid var(--line)}
details{margin:.4rem 0}summary{cursor:pointer;font-size:.9rem;color:var(--accent)}
details.cell{border:1px solid var(--line);border-radius:4px;padding:.3rem .8rem}
details.cell[open]{padding-bottom:.8rem}
details.cell>summary{color:var(--fg);font-weight:600}details.cell:target,
details.cell.here{border-color:var(--accent);box-shadow:0 0 0 2px var(--accent)}
pre{background:var(--panel);padding:.6rem .8rem;overflow-x:auto;font-size:.82rem;border-radius:4px;
white-space:pre-wrap}
code{font-size:.9em}
`;

const PRINT = `
@media print{
body{font-size:10.5pt}nav,.tools,.skip{display:none!important}.simulated{position:static;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
i,.bar,.chip{-webkit-print-color-adjust:exact;print-color-adjust:exact}
abbr.word::after{content:" (" attr(title) ")";color:var(--muted);font-size:.85em}
details::details-content{content-visibility:visible!important;block-size:auto!important;opacity:1!important}
.scroll{overflow:visible}table{font-size:7.5pt}th,td{padding:.15rem .3rem}.main th:first-child,
.main td:first-child{position:static}
figure,.answer,tr{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit}
}`;

/** Shades of a heat map, from nearly none to one on which letters can still be read. */
export const HEAT_STEPS = 10;
const SHADES = Array.from(
  { length: HEAT_STEPS },
  (_, step) => `.h${step}{background:color-mix(in srgb,var(--accent) ${5 * step}%,var(--bg))}`,
);
const HEAT = `.heats{display:flex;flex-wrap:wrap;gap:0 2rem}.heat td{border:1px solid var(--bg)}
.heat caption{text-align:left;padding:.6rem 0 .2rem;font-weight:600}${SHADES.join('')}
@media print{.heat td{-webkit-print-color-adjust:exact;print-color-adjust:exact}}`;

/** The whole style sheet. Printing takes the light colours. */
const THEMES = `:root{${LIGHT}}@media screen and (prefers-color-scheme:dark){:root{${DARK}}}`;
export const STYLE = `${THEMES}${LAYOUT}${PICTURES}${TABLES}${HEAT}${PRINT}`;
