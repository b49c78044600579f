/** The processes that run tasks. */
import {h, fill, bar, table, tile} from './ui.js';
import {heat} from './status.js';
import * as format from './format.js';

export function mount(root) {
  const tiles = h('div', {class: 'tiles'}), map = h('div'), list = h('div', {class: 'card'});
  const lost = h('div');
  fill(root, h('h1', {}, 'Workers'), tiles, map, list, lost);
  return state => {
    const sum = name => state.workers.reduce((all, each) => all + Math.max(0, each[name]), 0);
    fill(tiles, tile('Workers', format.count(state.workers_in_all)), tile('Slots', format.count(sum('slots'))), tile('Tasks', format.count(sum('tasks'))),
      tile('Memory', format.bytes(sum('memory_limit_bytes')), 'that they may use'));
    fill(map, state.workers_in_all > 20 ? heat(state) : null);
    fill(lost, state.lost_workers.length ? h('section', {class: 'card'}, h('h2', {}, 'Lost in the last hour'), table([
      ['Worker', each => h('span', {class: 'bad'}, each.name)], ['Process', each => each.process], ['Why', each => each.reason, 'text'], ['When', each => format.millis(each.ago_millis) + ' ago', 'n'],
    ], state.lost_workers)) : null);
    fill(list, state.workers.length ? table([
      ['Worker', each => h('span', {title: each.process}, each.name)], ['Process', each => each.process], ['Host', each => each.host || `${each.members} hosts`],
      ['Slots', each => format.count(each.slots), 'n'], ['Threads a task', each => format.count(each.threads), 'n'], ['Tasks', each => format.count(each.tasks), 'n'],
      ['', each => bar(each.tasks / Math.max(1, each.slots))],
      ['Memory in use', each => format.bytes(each.memory_bytes), 'n'], ['Limit', each => format.bytes(each.memory_limit_bytes), 'n'], ['Spilled', each => format.bytes(each.spill_bytes), 'n'],
      ['Heard', each => each.silent_millis > 5000 ? h('span', {class: 'bad'}, format.millis(each.silent_millis) + ' ago') : 'now', 'n'],
    ], state.workers) : h('div', {class: 'empty'}, 'No worker has joined. Start one: heddle worker --cluster HOST:PORT'));
  };
}
