/** The queries that run and the last ones that ran. */
import {h, fill, pill, table} from './ui.js';
import * as format from './format.js';

export function mount(root) {
  const search = h('input', {type: 'search', placeholder: 'Find in texts (press /)', 'aria-label': 'Find in texts'}), list = h('div', {class: 'card'}), count = h('span', {class: 'soft'});
  fill(root, h('div', {class: 'row'}, h('h1', {}, 'Queries'), count, h('span', {class: 'fill'}), search), list);
  let state = {queries: []}, shown = '';
  const draw = () => {
    const word = search.value.toLowerCase();
    const found = state.queries.filter(query => !word || query.text.toLowerCase().includes(word) || query.state.toLowerCase().includes(word));
    count.textContent = `${format.count(found.length)}${word ? ' of ' + format.count(state.queries.length) : ''}`;
    const now = JSON.stringify(found);
    if (now === shown) return;
    shown = now;
    fill(list, found.length ? table([
      ['Query', query => h('a', {href: '/query/' + query.id}, query.id), 'n'],
      ['State', query => pill(query.state)],
      ['Text', query => h('a', {class: 'sql', href: '/query/' + query.id, title: query.text}, query.text.replace(/\s+/g, ' ')), 'text'],
      ['Began', query => format.time(query.begun_millis), 'n'],
      ['Time', query => format.millis(query.elapsed_millis), 'n'],
      ['Rows read', query => format.count(query.rows), 'n'],
      ['Bytes read', query => format.bytes(query.bytes_read), 'n'],
      ['Memory', query => format.bytes(query.memory_bytes), 'n'],
      ['Spilled', query => query.spilled_bytes ? format.bytes(query.spilled_bytes) : '–', 'n'],
      ['Findings', query => query.findings ? h('span', {class: 'warn'}, query.findings) : '–', 'n'],
    ], found) : h('div', {class: 'empty'}, word ? 'No text has that.' : 'No query has run yet.'));
  };
  search.addEventListener('input', draw);
  addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });
  return next => { state = next; draw(); };
}
