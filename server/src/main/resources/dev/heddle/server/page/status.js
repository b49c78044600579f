/** What goes on now: figures, the stream of tasks, progress by stage, workers. */
import {h, fill, card, tile, bar, chip, pill, table, cancel} from './ui.js';
import {stageColors, nodeColor} from './colors.js';
import {TaskStream, timelineOf, detailOf} from './stream.js';
import * as format from './format.js';

export function mount(root) {
  const tiles = h('div', {class: 'tiles'}), note = h('div', {class: 'note', hidden: true}), queries = h('div', {class: 'stack'}), workers = h('div');
  fill(root, tiles, note, queries, workers);
  const blocks = new Map();

  return state => {
    const sum = (list, name) => list.reduce((all, each) => all + Math.max(0, each[name]), 0);
    const memory = sum(state.workers, 'memory_bytes'), limit = sum(state.workers, 'memory_limit_bytes');
    const live = state.queries.filter(query => ['PLANNING', 'WAITING', 'RUNNING'].includes(query.state));
    const known = state.workers.some(each => each.memory_bytes >= 0);
    fill(tiles,
      tile('Queries running', format.count(state.running), state.running > state.queries.length ? `${state.queries.length} shown` : ''),
      tile('Tasks running', format.count(live.flatMap(query => query.stages).reduce((all, stage) => all + stage.running, 0)),
        `${format.many(sum(state.workers, 'slots'), 'slot')}, ${format.many(state.workers.reduce((all, each) => all + each.slots * each.threads, 0), 'thread')}`),
      tile('Rows read', format.count(sum(live.length ? live : state.queries, 'rows')), live.length ? 'by running queries' : 'by the last query'),
      tile('Bytes read', format.bytes(sum(live.length ? live : state.queries, 'bytes_read')), ''),
      tile('In flight', format.bytes(live.reduce((all, query) => all + inFlight(query), 0)), 'between stages'),
      tile('Memory', known ? format.bytes(memory) : format.bytes(sum(live, 'memory_bytes')), limit ? `of ${format.bytes(limit)}` : ''),
      tile('Spilled', format.bytes(sum(live.length ? live : state.queries, 'spilled_bytes')), 'to the disk'));
    const lost = state.lost_workers.filter(each => each.ago_millis < 300_000).map(each => `${each.name} was lost ${format.millis(each.ago_millis)} ago: ${each.reason}. `).join('');
    note.hidden = !lost && !state.dropped_events && (!state.idle || (state.running === 0 && state.queries.length === 0));
    note.textContent = lost + (state.dropped_events ? `${format.count(state.dropped_events)} events came too fast and are not shown. ` : '') + state.idle + (state.running === 0 && state.queries.length ? ' The last one is shown.' : '');
    if (!state.queries.length) {
      blocks.clear();
      fill(queries, h('div', {class: 'card empty'}, 'No query has run yet. Run one, and it appears here.'));
    } else {
      if (!blocks.size) fill(queries);
      for (const id of [...blocks.keys()]) if (!state.queries.some(query => query.id === id)) { blocks.get(id).element.remove(); blocks.delete(id); }
      state.queries.forEach(query => {
        if (!blocks.has(query.id)) {
          const made = block(query);
          blocks.set(query.id, made);
          queries.append(made.element);
        }
        blocks.get(query.id).update(query);
      });
    }
    fill(workers, members(state));
  };
}

/** Bytes that stages have written for stages that are not over. */
function inFlight(query) {
  return query.stages.filter(stage => query.stages.some(each => each.inputs.includes(stage.stage) && each.ended_millis == null)).reduce((all, stage) => all + stage.bytes, 0);
}

function block(first) {
  const head = h('div', {class: 'row'}), text = h('div', {class: 'sql soft'}), stages = h('div'), legend = h('div', {class: 'legend'});
  text.style.cssText = '';
  const stream = first.timeline ? new TaskStream(detailOf(first)) : null;
  const element = h('section', {class: 'card'}, head, text, stream ? stream.element : null, legend, stages);
  element.style.display = 'grid';
  element.style.gap = '12px';
  text.style.whiteSpace = 'nowrap';
  text.style.overflow = 'hidden';
  text.style.textOverflow = 'ellipsis';
  return {element, update(query) {
    const colors = stageColors(query);
    const live = ['PLANNING', 'WAITING', 'RUNNING'].includes(query.state);
    fill(head, h('h1', {}, h('a', {href: '/query/' + query.id}, 'Query ' + query.id)), pill(query.state),
      h('span', {class: 'soft'}, format.millis(query.elapsed_millis), query.left_millis != null ? `, about ${format.millis(query.left_millis)} left` : ''),
      h('span', {class: 'fill'}), live ? [bar(query.share), h('b', {}, format.share(query.share)), h('button', {class: 'danger', onclick: () => cancel(query.id)}, 'Cancel')] : null);
    head.style.marginBottom = '0';
    text.textContent = query.text.replace(/\s+/g, ' ');
    text.title = query.text;
    if (query.failure) fill(text, h('span', {class: 'bad'}, query.failure));
    const timeline = stream && timelineOf(query);
    if (stream) {
      stream.element.hidden = !timeline.bars.length;
      stream.set(timeline, query.stages, colors);
    }
    fill(stages, query.why ? h('div', {class: 'soft small'}, query.why) : null, query.stages.map(stage => stageLine(stage, colors)));
    const busy = (query.nodes || []).filter(node => node.busy_nanos > 0).sort((a, b) => b.busy_nanos - a.busy_nanos).slice(0, 8);
    const all = (query.nodes || []).reduce((sum, node) => sum + (node.busy_nanos || 0), 0);
    fill(legend, busy.map(node => h('span', {title: node.text}, chip(nodeColor(node.operator, node.node)),
      `${node.operator} ${node.node}: ${format.share(node.busy_nanos / all)}, ${format.count(node.rows)} rows`)));
    legend.hidden = !busy.length;
  }};
}

export function stageLine(stage, colors) {
  const share = stage.tasks && stage.finished >= stage.tasks ? 1 : Math.max(stage.share, stage.tasks ? stage.finished / stage.tasks : 0);
  return h('div', {class: 'stage'}, chip(colors.get(stage.stage)), h('span', {title: stage.operators}, `${stage.stage}${stage.alike?.length ? ' and ' + stage.alike.length + ' alike' : ''} · ${format.bare(stage.operators)}`),
    bar(share, colors.get(stage.stage)), h('span', {class: 'n soft'}, `${format.count(stage.finished)} / ${format.count(stage.tasks)}`),
    h('span', {class: 'n soft'}, `${format.count(Math.max(stage.read_rows, stage.rows))} rows`));
}

function members(state) {
  if (state.workers_in_all > 100) return heat(state);
  return card('Workers', state.workers.length ? table([
    ['Worker', each => each.name], ['Host', each => each.host],
    ['Tasks', each => `${each.tasks} / ${each.slots}`, 'n'],
    ['Memory', each => each.memory_bytes < 0 ? '–' : format.bytes(each.memory_bytes), 'n'], ['of', each => format.bytes(each.memory_limit_bytes), 'n'],
    ['', each => each.memory_bytes < 0 ? '' : bar(each.memory_bytes / each.memory_limit_bytes)],
    ['Spilled', each => format.bytes(each.spill_bytes), 'n'],
  ], state.workers) : h('div', {class: 'empty'}, 'No worker has joined.'));
}

/** Many workers, as squares that are the fuller the busier. */
export function heat(state) {
  const cells = h('div', {class: 'heat'});
  for (const each of state.workers) {
    const cell = h('i', {class: 'chip', title: `${each.name}: ${each.tasks} of ${each.slots} tasks`, color: 'var(--accent)'});
    cell.style.width = '100%';
    cell.style.opacity = 0.12 + 0.88 * Math.min(1, each.tasks / Math.max(1, each.slots));
    cells.append(cell);
  }
  return card(`${format.count(state.workers_in_all)} workers, by tasks`, cells);
}
