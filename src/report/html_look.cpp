#include "report/html_look.h"

namespace arable::report {
namespace {

// Colours of the classes (c0…), groups (g-…) and wait causes (w0…): at least 3:1 against their ground in both themes,
// words at least 4.5:1. Heat maps mix one colour into the ground, at most three quarters of it, so that ink stays
// readable on all of it.
constexpr std::string_view kStyle = R"css(
:root{
  --ground:#fff;--panel:#f4f6f9;--ink:#16202e;--soft:#4b586a;--line:#d7dde6;--mark:#0a6b4b;
  --c0:#5c6675;--c1:#828b99;--c2:#9b4aa0;--c3:#7a5bb0;--c4:#2c4d8a;--c5:#3b5f9f;--c6:#4d74b5;--c7:#6b8fc4;
  --hatch-back:#dfe3e9;--hatch-line:#737d8c;--c9:#96762a;--c10:#b4480f;--c11:#c77412;--c12:#2b7f8c;--c13:#1f6474;
  --c14:#3a9592;--c15:#0a7d57;--bad:#c0263b;--late:#a87a14;
  --hot-computing:10 125 87;--hot-idle:199 116 18;--hot-free:77 116 181;--hot-unknown:92 102 117;
}
@media screen and (prefers-color-scheme:dark){:root{
  --ground:#10151d;--panel:#18202b;--ink:#e8edf4;--soft:#a9b4c4;--line:#2d3747;--mark:#4fd1a0;
  --c0:#8893a5;--c1:#6f7a8b;--c2:#cf7fd4;--c3:#a78be0;--c4:#4a72b8;--c5:#5580c8;--c6:#6690d6;--c7:#7fa6e0;
  --hatch-back:#364152;--hatch-line:#97a3b4;--c9:#c9a951;--c10:#e8743b;--c11:#f0a03c;--c12:#46a7b5;--c13:#3a8ba3;
  --c14:#5fc4c0;--c15:#34c38f;--bad:#f0566a;--late:#d6ab45;
  --hot-computing:23 133 93;--hot-idle:176 92 20;--hot-free:62 98 168;--hot-unknown:100 110 125;
}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:2rem 1.25rem 3rem;max-width:68rem;background:var(--ground);color:var(--ink);
  font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif}
h1,h2,h3,h4{line-height:1.25;text-wrap:balance}
h1{font-size:1.9rem;margin:.1rem 0 .3rem;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1.35rem;margin:0}
h3{font-size:1.02rem;margin:1.6rem 0 .3rem}
h4{font-size:.92rem;margin:0;font-weight:600;overflow-wrap:anywhere}
p{margin:.3rem 0 .6rem;max-width:46rem}
code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace;font-size:.88em;
  unicode-bidi:isolate}
a{color:var(--mark)}
:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
.defs{position:absolute}
.c0{fill:var(--c0);background:var(--c0)}.c1{fill:var(--c1);background:var(--c1)}
.c2{fill:var(--c2);background:var(--c2)}.c3{fill:var(--c3);background:var(--c3)}
.c4{fill:var(--c4);background:var(--c4)}.c5{fill:var(--c5);background:var(--c5)}
.c6{fill:var(--c6);background:var(--c6)}.c7{fill:var(--c7);background:var(--c7)}
.c9{fill:var(--c9);background:var(--c9)}.c10{fill:var(--c10);background:var(--c10)}
.c11{fill:var(--c11);background:var(--c11)}.c12{fill:var(--c12);background:var(--c12)}
.c13{fill:var(--c13);background:var(--c13)}.c14{fill:var(--c14);background:var(--c14)}
.c15{fill:var(--c15);background:var(--c15)}.g-computing{fill:var(--c15)}.sw.g-computing{background:var(--c15)}
.g-active{fill:var(--c14)}.sw.g-active{background:var(--c14)}
.g-idle{fill:var(--c11)}.sw.g-idle{background:var(--c11)}.g-free{fill:var(--c7)}.sw.g-free{background:var(--c7)}
.g-unclaimed{fill:var(--c2)}.sw.g-unclaimed{background:var(--c2)}
.g-out{fill:var(--c0)}.sw.g-out{background:var(--c0)}
.c8,.g-unknown{fill:url(#hatch)}.sw.c8,.sw.g-unknown{background:repeating-linear-gradient(135deg,var(--hatch-line) 0 2px,var(--hatch-back) 2px 5px)}
.hatch-back{fill:var(--hatch-back)}.hatch-line{fill:var(--hatch-line)}.w0{fill:var(--c11);background:var(--c11)}
.w1{fill:var(--c0);background:var(--c0)}.w2{fill:var(--c12);background:var(--c12)}
.w3{fill:var(--c9);background:var(--c9)}.w4{fill:var(--c14);background:var(--c14)}
.w5{fill:var(--late);background:var(--late)}.w6{fill:var(--c6);background:var(--c6)}
.w7{fill:var(--c5);background:var(--c5)}.w8{fill:var(--c4);background:var(--c4)}
.w9{fill:var(--c10);background:var(--c10)}.w10{fill:var(--c11);background:var(--c11)}
.w11{fill:var(--bad);background:var(--bad)}.heat.g-computing{--hot:var(--hot-computing)}
.heat.g-idle{--hot:var(--hot-idle)}.heat.g-free{--hot:var(--hot-free)}.heat.g-unknown{--hot:var(--hot-unknown)}
.h0{background:rgb(var(--hot)/0.000)}.h1{background:rgb(var(--hot)/0.075)}.h2{background:rgb(var(--hot)/0.150)}
.h3{background:rgb(var(--hot)/0.225)}.h4{background:rgb(var(--hot)/0.300)}.h5{background:rgb(var(--hot)/0.375)}
.h6{background:rgb(var(--hot)/0.450)}.h7{background:rgb(var(--hot)/0.525)}.h8{background:rgb(var(--hot)/0.600)}
.h9{background:rgb(var(--hot)/0.675)}.h10{background:rgb(var(--hot)/0.750)}
.brand{margin:0;color:var(--mark);font-weight:650;font-size:.85rem;letter-spacing:.09em;text-transform:uppercase}
.window,.note,.keys,.what,.of,figcaption{color:var(--soft)}
.window{margin:0;font-variant-numeric:tabular-nums}
.note{font-size:.9rem}
.keys{font-size:.76rem;margin:.1rem 0 .7rem;overflow-wrap:anywhere}
nav{margin:1.1rem 0 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
nav ul{display:flex;flex-wrap:wrap;gap:0 1.2rem;list-style:none;margin:0;padding:.35rem 0}
nav a{display:inline-block;padding:.2rem 0;font-size:.88rem;text-decoration:none}
nav a:hover{text-decoration:underline}
section{margin:2.6rem 0 0}
#short{margin-top:1.8rem}
#short>h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.alarm{margin:0 0 1rem;padding:.6rem 1rem;border-left:.3rem solid var(--mark);background:var(--panel);
  font-weight:600;overflow-wrap:anywhere}
.tiles{display:grid;grid-template-columns:repeat(4,1fr) 1.4fr;gap:.75rem;margin:0 0 1.4rem}
.tile{background:var(--panel);border-radius:.6rem;padding:.8rem 1rem}
.tile dt{font-size:.85rem;color:var(--soft)}
.tile dd{margin:0;font-size:1.75rem;font-weight:620;letter-spacing:-.015em;line-height:1.25;
  font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.tile dd.of{font-size:.8rem;font-weight:400;letter-spacing:0}
.tile dd.unknown{font-size:1.15rem;font-weight:500;color:var(--soft);padding:.25rem 0}
.sentences{display:grid;gap:.2rem 2.2rem;grid-template-columns:1fr 1fr}
.sentences>div:first-child{grid-column:1/-1;font-size:1.12rem}
.sentences h3{margin:.5rem 0 .1rem;font-size:.9rem;color:var(--mark)}
.sentences p{margin:0;overflow-wrap:anywhere}
.sentences .keys{margin:.15rem 0 .8rem}
figure{margin:.4rem 0 1rem}
figcaption{font-size:.88rem}
svg{display:block;overflow:visible}
svg text{fill:var(--soft);font-size:.75rem;font-variant-numeric:tabular-nums}
.stack{width:100%;height:34px;overflow:hidden;border-radius:6px;margin:.4rem 0 .7rem}
.stack rect{stroke:var(--ground);stroke-width:1.5px}
.mini{width:100%;min-width:5.5rem;height:12px;overflow:hidden;border-radius:3px}
.key{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.3rem 0 .6rem;padding:0;font-size:.88rem;
  color:var(--soft)}
.key li{display:flex;align-items:center}
.sw{display:inline-block;width:.8em;height:.8em;border-radius:.18em;margin-right:.5em;flex:none;vertical-align:-.03em}
.line{width:28px;height:12px;margin-right:.5em}
.scroll{overflow-x:auto;margin:.4rem 0 .8rem}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.88rem;padding:0 0 .4rem}
th,td{text-align:left;vertical-align:top;padding:.42rem .7rem .42rem 0;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
thead th{font-weight:500;font-size:.8rem;color:var(--soft);vertical-align:bottom}
tbody th{font-weight:550;overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap}
thead .n{white-space:normal}
tfoot th,tfoot td{font-weight:650;border-bottom:0}
.what{display:block;font-weight:400;font-size:.84rem}
.waterfall th[scope=row] .what{margin-left:1.55em}
.waterfall th[scope=row]{width:38%}
.waterfall .n{width:5.8rem;white-space:nowrap}
.waterfall td.fall{position:relative;padding:0}
.waterfall th[scope=col]:nth-child(3){padding-left:1.2rem}
.fall svg{position:absolute;inset:0;width:100%;height:100%}
.fall rect{rx:2px}
.fall rect.step{fill:var(--soft);opacity:.45;rx:0}
.curve{width:100%;height:246px;margin:.6rem 0 .4rem}
.curve .grid{stroke:var(--line);stroke-width:1}
.curve line,.line line{stroke-width:2.5}
.curve circle{r:4px}
.b0{stroke:var(--c6);fill:var(--c6)}.b1{stroke:var(--c2);fill:var(--c2);stroke-dasharray:7 4}
.b2{stroke:var(--c12);fill:var(--c12);stroke-dasharray:2 4}.b3{stroke:var(--c0);fill:var(--c0);stroke-dasharray:10 3 2 3}
.returning{stroke:var(--c10);stroke-dasharray:12 5}.sharing{stroke:var(--c11);stroke-dasharray:3 3}
.heat{width:100%;min-width:46rem;font-size:.74rem;border-collapse:separate;border-spacing:2px}
.heat th,.heat td{padding:.28rem .1rem;border:0;text-align:center;border-radius:3px;min-width:1.55rem}
.heat thead th{font-size:.74rem;padding-bottom:.1rem}
.heat th:first-child{text-align:left;padding-right:.6rem}
.heat th[scope=row]{font-weight:500;overflow-wrap:normal}
.heat caption{font-size:.88rem}
.heat .none{color:var(--soft)}
.nodes{display:grid;grid-template-columns:repeat(auto-fill,minmax(11.6rem,1fr));gap:.7rem;list-style:none;margin:.8rem 0;
  padding:0;font-size:.84rem}
.nodes li{background:var(--panel);border-radius:.5rem;padding:.6rem .7rem;overflow-wrap:anywhere}
.nodes .what{font-size:.8rem;margin-bottom:.4rem}
.nodes .said{display:block;color:var(--soft);font-size:.78rem;line-height:1.4;margin-top:.4rem}
.cards rect{fill:transparent}
.number{display:inline-block;min-width:1.5em;line-height:1.5em;border-radius:50%;text-align:center;background:var(--ink);
  color:var(--ground);font-size:.82em;margin-right:.35em}
.findings{list-style:none;margin:.6rem 0;padding:0;display:grid;gap:.7rem;grid-template-columns:minmax(0,1fr)}
.finding{border:1px solid var(--line);border-radius:.5rem;padding:.75rem .9rem}
.finding p{margin:.3rem 0;max-width:none;overflow-wrap:anywhere}
.amount{color:var(--soft);font-size:.86rem}
.remedy{border-left:3px solid var(--mark);padding-left:.7rem}
pre{margin:.5rem 0;padding:.5rem .7rem;background:var(--panel);border-radius:.35rem;overflow-x:auto}
summary{cursor:pointer;color:var(--mark);font-size:.88rem;width:fit-content}
.rows th,.rows td{vertical-align:baseline}
.rows th[scope=row]{min-width:8.5rem}
.rows td:not(.n){min-width:6.5rem}
.rows code{display:inline-block;min-width:13rem;overflow-wrap:anywhere}
.wide{min-width:65rem}
.wide th[scope=row]{min-width:11rem}
.wide td:nth-child(2){width:6.2rem}
.wide .mini{display:inline-block}
.wide thead th:last-child{padding-left:.6rem}
.wide .why{min-width:10.5rem;font-size:.84rem;padding-left:.6rem}
.plain{padding-left:1.1rem;margin:.3rem 0 1rem;font-size:.92rem}
.plain li{margin:.25rem 0;overflow-wrap:anywhere}
footer{margin-top:3rem;border-top:1px solid var(--line);padding-top:.8rem;font-size:.84rem;color:var(--soft)}
footer p{max-width:none}
@media (max-width:40rem){
  body{padding:1.25rem .9rem 2rem}
  h1{font-size:1.5rem}
  .sentences{grid-template-columns:1fr}
  .sentences>div:first-child{font-size:1.05rem}
  .tiles{grid-template-columns:1fr 1fr}
  .tile:last-child{grid-column:1/-1}
  .tile{padding:.65rem .75rem}
  .tile dd{font-size:1.35rem}
  .waterfall thead{position:absolute;clip-path:inset(50%)}
  .waterfall tr{display:grid;grid-template-columns:1fr auto 4.7rem;border-bottom:1px solid var(--line);padding:.4rem 0}
  .waterfall th,.waterfall td{border:0;padding:.1rem 0}
  .waterfall th[scope=row]{width:auto;padding-right:.6rem}
  .waterfall .n{width:auto;padding-left:.6rem}
  .waterfall td.fall{grid-column:1/-1;grid-row:2;height:1.5rem}
  .waterfall tfoot td.fall{display:none}
}
@media print{
  @page{margin:14mm 12mm}
  *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
  html{font-size:11.5px}
  body{max-width:none;padding:0}
  nav{display:none}
  section{margin-top:1.4rem}
  h2,h3,h3+p,h4,caption,.keys,thead{break-after:avoid}
  tfoot{display:table-row-group}
  tr,.finding,.tile,.nodes li,figure,.sentences>div{break-inside:avoid}
  .scroll{overflow:visible}
  details:not([open]){display:none}
  pre{white-space:pre-wrap;overflow-wrap:anywhere}
  .wide{min-width:0;font-size:.78rem}
  .rows th[scope=row],.rows td:not(.n),.rows code{min-width:0}
  .wide .why{min-width:0}
  .wide th,.wide td{padding-right:.35rem}
  .mini{min-width:3rem}
  .heat{min-width:0}
  .heat th,.heat td{min-width:0}
}
)css";

}  // namespace

std::string_view page_style() { return kStyle; }

}  // namespace arable::report
