// What HTML cannot do by itself: the colours of the page, charts, keys. Everything else works without.
"use strict";
(() => {
  const root = document.documentElement;

  // --- light or dark: as the system has it, until a person chooses ---
  const stored = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (stored) root.dataset.theme = stored;
  const isDark = () => root.dataset.theme
    ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

  const switchTheme = () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not kept */ }
    drawAll();
  };

  // --- charts: the figures stand in a table, which a plot shows ---
  const plots = new Map();
  // a canvas knows no light-dark(): the colour as an element has it
  const colour = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };

  const read = (table) => {
    const heads = [...table.tHead.rows[0].cells].slice(1);
    const rows = [...table.tBodies[0].rows];
    const times = rows.map((row) => Number(row.cells[0].dataset.at));
    const values = heads.map((_, i) => rows.map((row) => Number(row.cells[i + 1].textContent)));
    return { heads, data: [times, ...values] };
  };

  // in UTC, as all moments of the pages
  const clock = (seconds) => new Date(1000 * seconds).toISOString().slice(11, 16);

  const draw = (place) => {
    const table = document.getElementById(place.dataset.for);
    if (!table || !window.uPlot) return;
    const { heads, data } = read(table);
    const line = colour("--line"), text = colour("--dim");
    const axis = { stroke: text, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 }, font: "11px system-ui" };
    const options = {
      width: Math.max(place.clientWidth, 200), height: 180, legend: { live: true },
      cursor: { points: { show: false } },
      axes: [{ ...axis, values: (_, all) => all.map(clock) }, { ...axis, size: 44 }],
      scales: { y: { range: (_, __, max) => [0, Math.max(max, 4) * 1.05] } },
      series: [{ label: "UTC", value: (_, t) => t === null ? "--" : clock(t) }, ...heads.map((head) => {
        const stroke = colour(head.dataset.colour);
        return { label: head.textContent, stroke, width: 1.75, fill: head.dataset.colour === "--good" ? stroke.replace("rgb(", "rgba(").replace(")", ", 0.13)") : undefined, points: { show: false } };
      })],
    };
    plots.get(place)?.plot.destroy();
    plots.set(place, { plot: new uPlot(options, data, place), table });
  };

  const drawAll = () => document.querySelectorAll(".plot").forEach(draw);
  const refresh = () => {
    for (const [place, { plot }] of plots) {
      const table = document.getElementById(place.dataset.for);
      if (!place.isConnected || !table) { plot.destroy(); plots.delete(place); continue; }
      plot.setData(read(table).data);
    }
    document.querySelectorAll(".plot").forEach((place) => { if (!plots.has(place)) draw(place); });
  };

  // --- moments: in the time zone of the person, as a title ---
  const localise = () => document.querySelectorAll("time:not([data-local])").forEach((t) => {
    t.dataset.local = "";
    t.title = `${t.title} (${new Date(t.dateTime).toLocaleString()} here)`;
  });

  // --- the connection of an open page: it says when it is lost, and comes again by itself ---
  let isAgainDue = false;
  const lost = (event) => {
    const main = document.getElementById("main");
    if (event.target !== main) return;
    document.getElementById("live_state").textContent = "This page does not follow any more: no connection. It tries again.";
    if (isAgainDue) return;
    isAgainDue = true;
    setTimeout(() => { isAgainDue = false; htmx.trigger(main, "live-again"); }, 3000);
  };
  const found = () => { document.getElementById("live_state").textContent = ""; };

  // --- keys: / searches, j and k go through the rows of the table ---
  const rows = () => [...document.querySelectorAll("main tbody tr")].filter((r) => r.querySelector("a"));
  const onKey = (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") { event.preventDefault(); document.getElementById("search")?.focus(); }
    if (event.key === "j" || event.key === "k") {
      const all = rows(), at = all.findIndex((r) => r.contains(document.activeElement));
      all[Math.min(Math.max(at + (event.key === "j" ? 1 : -1), 0), all.length - 1)]?.querySelector("a").focus();
    }
  };

  const start = () => {
    document.getElementById("theme")?.addEventListener("click", switchTheme);
    document.addEventListener("keydown", onKey);
    // a second click sends no second form
    const buttons = (form) => form.querySelectorAll("button:not([type=button])");
    document.addEventListener("submit", (event) => {
      if (event.target.method === "post") setTimeout(() => buttons(event.target).forEach((b) => { b.disabled = true; }));
    });
    addEventListener("pageshow", () => document.querySelectorAll("form[method=post]").forEach((form) => buttons(form).forEach((b) => { b.disabled = false; })));
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-copy]");
      if (button) navigator.clipboard?.writeText(button.dataset.copy).then(() => { button.textContent = "copied"; });
    });
    // a signed link: what stands behind the # is sent by POST, and leaves the address
    const link = document.getElementById("approval_link");
    if (link && location.hash.length > 1) {
      link.elements.link.value = location.hash.slice(1);
      history.replaceState(null, "", location.pathname);
      link.requestSubmit();
    }
    // one choice of a list of rows: all of them
    document.addEventListener("change", (event) => {
      if (event.target.matches("[data-all]")) {
        document.querySelectorAll(`input[name="${event.target.dataset.all}"]`).forEach((box) => { box.checked = event.target.checked; });
      }
    });
    for (const name of ["htmx:response:error", "htmx:error", "htmx:sse:error", "htmx:sse:close"]) document.addEventListener(name, lost);
    document.addEventListener("htmx:sse:after:connection", found);
    document.addEventListener("htmx:after:swap", () => { localise(); refresh(); });
    localise();
    drawAll();
    let waiting;
    addEventListener("resize", () => { clearTimeout(waiting); waiting = setTimeout(drawAll, 150); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  };
  document.addEventListener("DOMContentLoaded", start);
})();
