/** Bytes between stages, and how equal the parts are. */
import {h, fill, chip, bar, pill, table, tile} from './ui.js';
import {stageColors} from './colors.js';
import * as format from './format.js';

export function mount(root) {
  const tiles = h('div', {class: 'tiles'}), list = h('div');
  list.style.display = 'grid';
  list.style.gap = '18px';
  const matrix = h('div');
  fill(root, h('h1', {}, 'Shuffle'), tiles, matrix, list);
  return state => {
    const flows = state.queries.map(query => ({query, flows: query.stages.flatMap(stage => stage.inputs.map(input => ({from: query.stages.find(each => each.stage === input), to: stage})).filter(flow => flow.from))}));
    const all = flows.flatMap(each => each.flows);
    const live = flows.filter(({query}) => query.state === 'RUNNING').flatMap(each => each.flows);
    const sum = list => list.reduce((bytes, flow) => bytes + flow.from.bytes, 0);
    fill(tiles, tile('Exchanges', format.count(all.length), 'of the last queries'), tile('Bytes exchanged', format.bytes(sum(all)), 'as written'), tile('By running queries', format.bytes(sum(live))),
      tile('Most unequal', all.length ? Math.max(...all.map(flow => flow.from.bytes_skew)).toFixed(1) + ' ×' : '–', 'largest task to the mean'));
    fill(matrix, state.flows.from.length ? flowMatrix(state.flows) : null);
    const shown = flows.filter(each => each.flows.length);
    fill(list, shown.length ? shown.map(({query, flows: own}) => {
      const colors = stageColors(query), most = Math.max(1, ...own.map(flow => flow.from.bytes));
      return h('section', {class: 'card'}, h('div', {class: 'row'}, h('b', {}, h('a', {href: '/query/' + query.id}, 'Query ' + query.id)), pill(query.state)), table([
        ['From', flow => h('span', {title: flow.from.operators}, chip(colors.get(flow.from.stage)), ` ${flow.from.stage} · ${format.bare(flow.from.operators)}`), 'text part'], ['To', flow => h('span', {title: flow.to.operators}, chip(colors.get(flow.to.stage)), ` ${flow.to.stage} · ${format.bare(flow.to.operators)}`), 'text part'],
        ['Tasks', flow => `${format.count(flow.from.tasks)} → ${format.count(flow.to.tasks)}`, 'n'], ['Rows', flow => format.count(flow.from.rows), 'n'], ['Bytes', flow => format.bytes(flow.from.bytes), 'n'],
        ['', flow => bar(flow.from.bytes / most, colors.get(flow.from.stage))],
        ['Largest task', flow => flow.from.max_task_bytes ? format.bytes(flow.from.max_task_bytes) : '–', 'n'],
        ['to the mean', flow => flow.from.bytes ? h('span', {class: flow.from.bytes_skew > 4 ? 'warn' : null}, flow.from.bytes_skew.toFixed(1) + ' ×') : '–', 'n'],
      ], own));
    }) : h('div', {class: 'card empty'}, 'No exchange: the queries ran in one piece each. On a cluster, or with more partitions, bytes go from stage to stage.'));
  };
}

/** Who has read how many bytes from whom: a square for each pair, the darker the more. */
function flowMatrix({from, to, bytes}) {
  const most = Math.max(1, ...bytes.flat());
  const named = from.length <= 16 && to.length <= 16;
  const head = h('tr', {}, h('th', {}, 'from \\ to'), to.map((name, i) => h('th', {title: name}, named ? name : i % 5 === 0 ? name.split(' … ')[0].replace(/^.* /, '') : '')));
  const rows = from.map((name, i) => h('tr', {}, h('th', {title: name}, named || i % 5 === 0 ? name.split(' … ')[0] : ''), to.map((reader, j) => {
    const cell = h('td', {class: 'flow', title: `${name} → ${reader}: ${format.bytes(bytes[i][j])}`}, named && bytes[i][j] ? format.bytes(bytes[i][j]) : '');
    cell.style.setProperty('--share', (100 * bytes[i][j] / most).toFixed(1) + '%');
    return cell;
  })));
  return h('section', {class: 'card'}, h('h2', {}, 'Bytes read, from whom to whom'), h('div', {class: 'soft'}, 'since the scheduler began; hover for figures'), h('div', {class: 'scroll'}, h('table', {class: 'flows'}, head, rows)));
}
