/** What storage gives, and what it could. */
import {h, fill, card, bar, pill, table, tile} from './ui.js';
import * as format from './format.js';

export function mount(root) {
  const tiles = h('div', {class: 'tiles'}), buckets = h('div'), list = h('div');
  fill(root, h('h1', {}, 'Storage'), tiles, buckets, list);
  return state => {
    const traffic = state.queries.filter(query => query.profile && query.profile.traffic);
    const sum = (all, name) => all.reduce((total, each) => total + (each[name] || 0), 0);
    const best = Math.max(0, ...traffic.map(query => query.profile.traffic.bytes_per_second));
    fill(tiles, tile('Bytes read', format.bytes(sum(state.queries, 'bytes_read')), `by the last ${state.queries.length} queries`), tile('Fastest query', best ? format.rate(best) : '–', 'from remote storage'),
      tile('Requests', format.count(traffic.reduce((all, query) => all + query.profile.traffic.requests, 0))),
      tile('Refused', format.count(sum(state.buckets, 'refused')), 'requests, by buckets that had too many'));
    fill(buckets, state.buckets.length ? card('Buckets', table([
      ['Bucket', each => h('code', {}, each.name)], ['Requests/s', each => each.sent_per_second.toFixed(1), 'n'], ['Allowed/s', each => each.limit_per_second == null ? 'no limit' : each.limit_per_second.toFixed(1), 'n'],
      ['Bandwidth', each => format.rate(each.bytes_per_second), 'n'], ['Possible', each => each.allowed_bytes_per_second == null ? '–' : format.rate(each.allowed_bytes_per_second), 'n'],
      ['', each => each.limit_per_second == null ? '' : bar(each.sent_per_second / each.limit_per_second)], ['Waiting', each => format.count(each.waiting), 'n'], ['Refused', each => format.count(each.refused), 'n'],
    ], state.buckets)) : null);
    fill(list, card('Queries', state.queries.length ? table([
      ['Query', query => h('a', {href: '/query/' + query.id}, query.id), 'n'], ['State', query => pill(query.state)], ['Text', query => h('span', {class: 'sql', title: query.text}, query.text.replace(/\s+/g, ' ')), 'text'],
      ['Bytes read', query => format.bytes(query.bytes_read), 'n'], ['Achieved', query => of(query, 'bytes_per_second') ?? (query.bytes_read ? format.rate(query.bytes_read / Math.max(0.001, query.elapsed_millis / 1000)) : '–'), 'n'],
      ['Possible', query => of(query, 'possible_bytes_per_second') ?? '–', 'n'], ['Limited by', query => query.profile && query.profile.traffic ? query.profile.traffic.bottleneck : '–'],
      ['Row groups left out', query => query.row_groups_skipped ? format.count(query.row_groups_skipped) : '–', 'n'],
    ], state.queries) : h('div', {class: 'empty'}, 'No query has run yet.')));
  };
}

function of(query, name) {
  const traffic = query.profile && query.profile.traffic;
  return traffic && traffic[name] > 0 ? format.rate(traffic[name]) : null;
}
