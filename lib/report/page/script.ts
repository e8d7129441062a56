/** The page's own script: it sorts, filters and copies the table, and opens the configuration that a link names. */

/**
 * Runs as it stands in the browser (no modules, no requests). The page can be read without it. Rows are matched by
 * their text, levels by `data-f`; sort keys are `data-v` (a number in base units) or the text.
 */
export const SCRIPT = `(function () {
  'use strict';
  var doc = document;
  doc.documentElement.classList.add('js');
  function all(selector, root) { return Array.prototype.slice.call((root || doc).querySelectorAll(selector)); }

  function openCell() {
    all('details.here').forEach(function (one) { one.classList.remove('here'); });
    var id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch (error) { return; }
    var cell = id ? doc.getElementById(id) : null;
    if (!cell) return;
    for (var up = cell; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    if (cell.tagName === 'DETAILS') cell.classList.add('here');
    cell.scrollIntoView();
    var focus = cell.querySelector('summary');
    if (focus) focus.focus({ preventScroll: true });
  }
  window.addEventListener('hashchange', openCell);
  openCell();

  var closed = [];
  window.addEventListener('beforeprint', function () {
    closed = all('details:not([open])');
    closed.forEach(function (one) { one.open = true; });
  });
  window.addEventListener('afterprint', function () { closed.forEach(function (one) { one.open = false; }); });

  var table = doc.getElementById('configurations');
  if (!table) return;
  var body = table.tBodies[0];
  var rows = all('tr', body);
  var heads = all('thead th', table);
  function key(row, column) {
    var cell = row.cells[column];
    var value = cell.getAttribute('data-v');
    return value === null ? cell.textContent.trim() : value === '' ? null : Number(value);
  }
  function compare(a, b) {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return String(a).localeCompare(String(b), 'en', { numeric: true });
  }
  heads.forEach(function (head, column) {
    var button = doc.createElement('button');
    button.type = 'button';
    while (head.firstChild) button.appendChild(head.firstChild);
    head.appendChild(button);
    button.addEventListener('click', function () {
      var down = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach(function (other) { other.removeAttribute('aria-sort'); });
      head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      rows.sort(function (a, b) {
        var x = key(a, column), y = key(b, column);
        return x === null || y === null ? compare(x, y) : down ? compare(y, x) : compare(x, y);
      });
      rows.forEach(function (row) { body.appendChild(row); });
    });
  });

  var text = doc.getElementById('filter-text');
  var selects = all('.tools select');
  var count = doc.getElementById('filter-count');
  function filter() {
    var wanted = text ? text.value.toLowerCase().split(/\\s+/).filter(Boolean) : [];
    var shown = 0;
    rows.forEach(function (row) {
      var levels = JSON.parse(row.getAttribute('data-f'));
      var own = row.textContent.toLowerCase();
      var fits = wanted.every(function (word) { return own.indexOf(word) >= 0; }) && selects.every(function (select) {
        return select.value === '' || levels[Number(select.getAttribute('data-i'))] === select.value.slice(1);
      });
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    if (count) count.textContent = shown + ' of ' + rows.length + ' rows';
  }
  if (text) text.addEventListener('input', filter);
  selects.forEach(function (select) { select.addEventListener('change', filter); });
  filter();

  var copy = doc.getElementById('copy-csv');
  var csv = doc.getElementById('csv');
  if (!copy || !csv) return;
  var lines = csv.value.replace(/\\n$/, '').split('\\n');
  copy.addEventListener('click', function () {
    var chosen = [lines[0]].concat(rows.filter(function (row) { return !row.hidden; }).map(function (row) {
      return lines[Number(row.getAttribute('data-i')) + 1];
    }));
    var result = chosen.join('\\n') + '\\n';
    function done() { copy.textContent = 'Copied ' + (chosen.length - 1) + (chosen.length === 2 ? ' row' : ' rows'); }
    function byHand() {
      csv.value = result;
      for (var up = csv; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
      csv.focus();
      csv.select();
      if (doc.execCommand && doc.execCommand('copy')) done();
    }
    if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(result).then(done, byHand);
    else byHand();
  });
})();`;
