/** Style sheet: dark or light as the reader prefers, 400 to 2,000 pixels wide, and for print. */

/** Contrast: text at least 4.5 to 1 on its background; line colours (palette.ts) at least 3 to 1. */
const LIGHT_COLOURS = `--bg:#fff;--fg:#15181c;--muted:#565f6a;--line:#dce1e6;--panel:#f4f6f8;--accent:#0b5cad;
--meets:#00694f;--meets-bg:#e3f3ed;--misses:#b03a06;--misses-bg:#fbe9e0;--open:#7a5000;--open-bg:#fcf0d6;
--mark:#d97a00;--h0:#eff4fa;--h1:#d5e3f2;--h2:#abc9e7;--h3:#73a6d5;--h4:#2f72b3;--h5:#0f4986;--on:#fff;
--c1:#0072b2;--c2:#d55e00;--c3:#00855f;--c4:#b0568a;--c5:#a87500;--c6:#2b8fc7;--c7:#555e68;
--s1:#b8860b;--s2:#c2632d;--s3:#b5477a;--s4:#8a4fb0;--s5:#4b63c4;--s6:#157f9c;--s7:#0c7a57;--s8:#3c4a2a;
--p-creating:#c3cad3;--p-preparing:#9fb3cc;--p-measuring:#0b5cad;--p-changing:#b58900;--p-idle:#e4e7eb;
--p-deleting:#8b939d;--p-existing:#7c9a92;--p-verifying:#b0568a`;
const DARK_COLOURS = `--bg:#14171b;--fg:#e9ecef;--muted:#a6b0bb;--line:#343a42;--panel:#1d2126;--accent:#79b8ff;
--meets:#4fcfa4;--meets-bg:#15302a;--misses:#ff9668;--misses-bg:#38221a;--open:#f0bd5e;--open-bg:#33290f;
--mark:#ffb02e;--h0:#1c2530;--h1:#21364c;--h2:#284d73;--h3:#356b9f;--h4:#6aa5dc;--h5:#b8dafc;--on:#0e1216;
--c1:#4aa8e8;--c2:#ff8a3d;--c3:#35c296;--c4:#e39cc4;--c5:#e8b93f;--c6:#8fd3f7;--c7:#a9b3bd;
--s1:#f2c14e;--s2:#f59a5f;--s3:#f08cb8;--s4:#c79bf2;--s5:#93a8ff;--s6:#5cc8e6;--s7:#4fd39d;--s8:#c5d69a;
--p-creating:#4a525c;--p-preparing:#56708f;--p-measuring:#79b8ff;--p-changing:#e8b93f;--p-idle:#272c33;
--p-deleting:#737d88;--p-existing:#5f8a80;--p-verifying:#e39cc4`;

const LAYOUT_CSS = `
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,
"Liberation Sans",sans-serif}
body>*{max-width:1240px;margin-inline:auto;padding-inline:28px}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--bg);padding:6px 12px;z-index:9}
.simulated{margin-block:0;max-width:none;padding-block:3px;font-size:13px;font-weight:700;text-align:center;color:#111;
background:repeating-linear-gradient(135deg,#ffd23f 0 14px,#f4ba10 14px 28px);position:sticky;top:0;z-index:8}
.run{margin:10px 0 0;display:flex;justify-content:space-between;gap:4px 20px;flex-wrap:wrap;font-size:13px;
color:var(--muted)}
.meets{--s:var(--meets);--s-bg:var(--meets-bg)}.misses{--s:var(--misses);--s-bg:var(--misses-bg)}
.open{--s:var(--open);--s-bg:var(--open-bg)}.excluded{--s:var(--muted);--s-bg:var(--panel)}
.plain{--s:var(--accent);--s-bg:var(--panel)}h1{font-size:16px;font-weight:400;color:var(--muted);margin:8px 0 2px}
.answer{font-size:25px;line-height:1.28;font-weight:600;margin:0 0 14px;text-wrap:balance}
.also{font-weight:600;margin:-8px 0 12px}
.first{display:grid;grid-template:"big pic" auto "facts pic" auto "more pic" 1fr/316px 1fr;gap:12px 36px}
.big{grid-area:big;border-top:4px solid var(--s);padding-top:4px}.big p{margin:0}
.big .num{font-size:66px;line-height:1.08;font-weight:700;letter-spacing:-.02em;white-space:nowrap}
.big .long{font-size:52px}.num small{font-size:24px;font-weight:600;letter-spacing:0;color:inherit}
.num,dd,table{font-variant-numeric:tabular-nums}
.mark{display:inline-flex;align-items:center;gap:7px;background:var(--s);color:var(--bg);font-weight:700;
border-radius:4px;padding:2px 10px 2px 8px;margin-right:4px}
.mark svg{width:15px;height:15px;fill:none;stroke:currentColor;stroke-width:2.6}
.vs{display:inline-block}.iv{color:var(--muted);font-size:13px;padding-top:5px}
.first .facts{grid-area:facts;margin:0}.first .facts div{display:flex;justify-content:space-between;gap:12px;
border-top:1px solid var(--line);padding:5px 0}
.first dt{color:var(--muted)}.first dd{margin:0;font-weight:600;text-align:right}
.ok::before{content:"✓ ";color:var(--meets)}.bad{color:var(--misses)}
.more{grid-area:more;border-top:1px solid var(--line)}.more h2{font-size:15px;margin:7px 0 3px;border:0;padding:0}
.more ul{margin:0;padding-left:18px;font-size:14px}.more li{margin-bottom:5px}
.do{align-self:start;background:var(--s-bg);border:0;border-radius:6px;padding:4px 12px 8px}
.do ul,.do p{font-size:13px;margin-bottom:4px}.nb{white-space:nowrap}
code,pre{font:13px/1.4 ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace}
code{background:var(--panel);padding:0 3px;border-radius:3px;overflow-wrap:anywhere}
pre{background:var(--panel);padding:8px 12px;border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere}
.cmd{display:block;padding:4px 8px;margin:3px 0;background:var(--bg);border:1px solid var(--line)}
h2{font-size:18px;margin:22px 0 4px}h2 small{font-weight:400}h3{font-size:15px;margin:14px 0 4px}
p,ul{margin:5px 0}section>p,section>ul{max-width:90ch}.sub,.note,small{color:var(--muted);font-size:13px}
.list{display:grid;grid-template-columns:minmax(110px,190px) 1fr;gap:5px 16px;margin:6px 0}
.list dt{font-weight:600}.list dd{margin:0;overflow-wrap:anywhere}.chip{font-weight:600;margin-right:6px}
.VALID{color:var(--meets)}.SUSPECT{color:var(--open)}.INVALID,.INFEASIBLE{color:var(--misses)}
.NOT_RUN{color:var(--muted)}
abbr.word{text-decoration:underline dotted var(--muted);text-underline-offset:3px;cursor:help;position:relative}
abbr.word:focus::after{content:attr(title);position:absolute;left:0;top:1.6em;width:min(22rem,70vw);
background:var(--fg);color:var(--bg);font-size:13px;font-weight:400;padding:6px 10px;border-radius:4px;z-index:7;
white-space:normal}
main{padding-bottom:28px}
main>details{border-top:1px solid var(--line);padding:7px 0}main>details>summary{font-size:18px;font-weight:700}
summary{cursor:pointer}summary:hover{color:var(--accent)}
`;

const PICTURES_CSS = `
figure{margin:0;min-width:0}.first>figure{grid-area:pic}
figcaption{margin-bottom:8px;line-height:1.35}figcaption small{display:block}
.plot{padding:0 14px 44px 56px}.plot svg{display:block;width:100%;overflow:visible;font-size:13px}
svg text{fill:var(--fg)}.ax text,text.ax,tspan.ax{fill:var(--muted);font-weight:400}
.e{text-anchor:end}.m{text-anchor:middle}.b{font-weight:700}.big-t{font-size:15px}
.halo{paint-order:stroke;stroke:var(--bg);stroke-width:4px;stroke-linejoin:round}.halo.z{stroke:var(--meets-bg)}
.band,.gap{fill:var(--bg)}.gap.z{fill:var(--meets-bg)}
line.g{stroke:var(--line)}.base{stroke:var(--muted)}.zone{fill:var(--meets-bg)}
svg .zt{fill:var(--meets);font-weight:600}.thr{stroke:var(--fg);stroke-width:2;stroke-dasharray:7 4}
.par line{stroke:var(--muted);stroke-width:1.5}.fall{stroke:var(--fg);stroke-dasharray:2 3}
.tip path{fill:none;stroke:var(--fg);stroke-width:1.5}.plot svg.tip{width:1px;height:1px}
.hm .lim{fill:none;stroke:var(--fg);stroke-width:2}.hm .storage{stroke-dasharray:2 4}
.sep{stroke:var(--muted);stroke-dasharray:2 4}.mid{stroke:var(--fg);stroke-width:2}
line.meets,line.misses,line.open,line.excluded,line.plain{stroke:var(--s);stroke-width:4}
circle.meets,circle.plain,circle.open{fill:var(--s);stroke:var(--bg);stroke-width:1.5}
circle.misses,circle.excluded{fill:var(--bg);stroke:var(--s);stroke-width:2.5}
.ring{fill:none;stroke:var(--fg);stroke-width:2}
.key{display:inline-block;width:11px;height:11px;border-radius:50%;background:var(--meets);margin:0 4px 0 8px;
vertical-align:-1px}.key.o{background:none;border:2.5px solid var(--misses)}.key.q{background:var(--open)}
.key.p{background:var(--accent)}
.key.n{background:none;border:2.5px solid var(--muted)}
.key.x{background:repeating-linear-gradient(135deg,var(--muted) 0 2px,var(--bg) 2px 4px)}
.key.l{height:0;width:16px;border-radius:0;border-top:2px solid var(--muted);vertical-align:4px}
.key.a{background:none;width:auto}.key.a::before{content:"↓";font-weight:700;line-height:11px}
.rows{padding-top:26px;padding-left:var(--left)}.n-l{display:none}
.bars{padding:0 14px 34px}.why{padding-bottom:24px}ul.why{padding-left:18px;font-size:14px}
.pt{margin:10px 0 12px;font-size:14px;font-weight:600}.pt:has(+.bars){margin-bottom:26px}
.ov{fill:var(--fg);opacity:.1}line.bar{stroke:var(--open);stroke-width:4}
.dot{fill:var(--open);stroke:var(--bg);stroke-width:2}.tick{stroke:var(--muted);stroke-width:2}
.exp{stroke:var(--muted);stroke-dasharray:4 3}circle.exp{fill:var(--bg)}
line.bar.exp{stroke:var(--muted)}
.zero{stroke:var(--fg);stroke-width:2}
.hb{fill:var(--bg)}.hf{fill:var(--muted)}.hx{fill:url(#hatch);stroke:var(--muted)}
.hx.burst{stroke:var(--misses);stroke-width:2.5}
.rng{stroke:var(--fg);stroke-width:2.5}.rng.u{stroke:var(--bg);stroke-width:7}
.hm rect{stroke:var(--bg)}.h0{fill:var(--h0)}.h1{fill:var(--h1)}.h2{fill:var(--h2)}.h3{fill:var(--h3)}
.h4{fill:var(--h4)}.h5{fill:var(--h5)}.hm .v{font-size:15px}svg text.o{fill:var(--on)}
.hm rect.pick{fill:none;stroke:var(--mark);stroke-width:4}.hm rect.pick.u{stroke:var(--bg);stroke-width:9}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(360px,100%),1fr));gap:14px 24px}
.panels.one{grid-template-columns:minmax(0,760px)}
.panels.wide{grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr))}.wide .panels.one{display:block}
.panels .plot{padding:4px 14px 26px 44px}.panels .hm{padding-bottom:44px}
.ink text{fill:var(--ink)}.ink line{stroke:var(--ink)}.ink rect{fill:var(--ink)}
.ink rect.no{fill:none;stroke:var(--ink);stroke-dasharray:4 3}
.ln polyline{fill:none;stroke-width:2;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.legend{display:flex;flex-wrap:wrap;gap:2px 16px;list-style:none;padding:0;margin:4px 0 8px;font-size:13px}
.legend i{display:inline-block;width:11px;height:11px;margin-right:5px;border-radius:2px;vertical-align:-1px}
.lanes{display:grid;grid-template-columns:max-content 1fr;gap:4px 12px;align-items:center;margin:8px 0}
.lane{position:relative;height:20px;background:var(--panel);border-radius:2px;overflow:hidden}
.lane i{position:absolute;top:0;bottom:0;min-width:1.5px}
.ticks{position:relative;height:20px;font-size:13px;color:var(--muted)}
.ticks span{position:absolute;transform:translateX(-50%);white-space:nowrap}
.ticks span:first-child{transform:none}.ticks span:last-child{transform:translateX(-100%)}
.creating{background:var(--p-creating)}.preparing{background:var(--p-preparing)}
.measuring{background:var(--p-measuring)}
.changing{background:var(--p-changing)}.idle{background:var(--p-idle)}.deleting{background:var(--p-deleting)}
.existing{background:var(--p-existing)}.verifying{background:var(--p-verifying)}
.lane .measuring+.measuring{border-left:1px solid var(--bg)}
`;

/** Shadows at the sides of a table show that it scrolls (https://lea.verou.me/2012/04/background-attachment-local/). */
const TABLES_CSS = `
.scroll{overflow-x:auto;background:linear-gradient(90deg,var(--bg) 30%,transparent) 0/40px 100% no-repeat local,
linear-gradient(270deg,var(--bg) 30%,transparent) 100%/40px 100% no-repeat local,
linear-gradient(90deg,#0003,transparent) 0/14px 100% no-repeat,
linear-gradient(270deg,#0003,transparent) 100%/14px 100% no-repeat}
table{border-collapse:collapse;width:100%}
th,td{padding:5px 10px;text-align:left;border-bottom:1px solid var(--line);vertical-align:baseline}
th{font-size:13px;color:var(--muted);font-weight:600;vertical-align:bottom}
td.num,th.num{text-align:right}.many th,.many td{padding-inline:5px}td.num{white-space:nowrap}
.main td:first-child{font-weight:600;overflow-wrap:anywhere}td .r{color:var(--s);font-weight:600;white-space:nowrap}
tr.chosen td{background:var(--s-bg)}tr.chosen td:first-child{box-shadow:inset 4px 0 var(--s)}
tr:target td{background:var(--panel)}.out{color:var(--muted);font-style:italic}
.out small{display:block;font-size:11px;white-space:normal}
th button{font:inherit;background:none;border:0;color:inherit;padding:0;cursor:pointer;text-align:inherit}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
.tools{font-size:13px;margin:6px 0}
sup{line-height:0}
`;

/** One column for pages below 900 pixels. */
const NARROW_PAGE_CSS = `
@media(max-width:1100px){th,td{padding-inline:6px}}
@media(max-width:900px){body>*{padding-inline:16px}.run span+span{display:none}h1{font-size:15px}
.answer{font-size:20px;margin-bottom:10px}
.first{grid-template:"big" "facts" "more" "pic"/minmax(0,1fr);gap:12px}.big .num{font-size:50px}
.big .long{font-size:40px}.num small{font-size:20px}
.big{display:grid;grid-template-columns:auto 1fr;align-items:center;column-gap:18px}.big .num{grid-row:1/3}
.iv{padding-top:3px}
.first .facts{display:grid;grid-template-columns:repeat(3,auto)}.first .facts div{display:block;padding-right:10px}
.first dt{font-size:13px}.first dd{text-align:left}
.plot{padding:0 8px 42px 46px}.bars{padding:0 24px 34px 8px}.h-l{display:none}.n-l{display:inline}
.rows{padding:26px 8px 42px}.rows svg{height:calc(var(--rows)*56px)}
th,td{padding:5px 4px;font-size:14px}th{font-size:13px}
.list,.lanes{grid-template-columns:1fr}.lanes .ticks span:nth-child(even){display:none}}
@media(max-width:560px){.xs{display:none}th,td{padding-inline:3px;font-size:13px}}
@media(max-width:440px){.big{display:block}}`;

const PRINT_CSS = `
@media print{body{font-size:10.5pt}.tools,.skip{display:none!important}.simulated{position:static;
-webkit-print-color-adjust:exact;print-color-adjust:exact}
i,rect,.mark,tr.chosen td{-webkit-print-color-adjust:exact;print-color-adjust:exact}
abbr.word::after{content:" (" attr(title) ")";color:var(--muted);font-size:.85em}
details::details-content{content-visibility:visible!important;block-size:auto!important;opacity:1!important}
.scroll{overflow:visible;background:none}table{font-size:7.5pt}th,td{padding:2px 4px}
figure,tr{break-inside:avoid}h2,h3{break-after:avoid}a{color:inherit}}`;

/** The whole style sheet. Print uses the light colours. */
export const STYLE_SHEET = `:root{color-scheme:light;${LIGHT_COLOURS}}
@media screen and (prefers-color-scheme:dark){:root{color-scheme:dark;${DARK_COLOURS}}}
${LAYOUT_CSS}${PICTURES_CSS}${TABLES_CSS}${NARROW_PAGE_CSS}${PRINT_CSS}`;
