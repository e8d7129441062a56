/** The page's own script: it sorts the table, and opens what a link names. */
import { createHash } from 'node:crypto';

/**
 * Runs as it stands in the browser (no modules, no requests). The page can be read without it. Sort keys
 * are `data-v` (a number in base units) or the text.
 */
export const SCRIPT = `(function () {
  'use strict';
  var doc = document;
  function all(selector, root) { return Array.prototype.slice.call((root || doc).querySelectorAll(selector)); }

  function openCell() {
    var id = '';
    try { id = decodeURIComponent(location.hash.slice(1)); } catch (error) { return; }
    var cell = id ? doc.getElementById(id) : null;
    if (!cell) return;
    for (var up = cell; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    cell.scrollIntoView();
  }
  window.addEventListener('hashchange', openCell);
  openCell();

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
})();`;

/**
 * The only script that may run, by its hash; no connection, font, frame or picture from anywhere
 * (https://www.w3.org/TR/CSP3/).
 */
export const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
