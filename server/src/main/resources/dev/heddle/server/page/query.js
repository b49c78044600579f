/** One query: text, plan with estimates beside actuals, what scans left out, time, findings. */
import {h, fill, card, tile, bar, chip, pill, table, cancel} from './ui.js';
import {stageColors, nodeColor} from './colors.js';
import {TaskStream, timelineOf, detailOf} from './stream.js';
import {stageLine} from './status.js';
import {Plot, columns} from './plots.js';
import * as format from './format.js';

export function mount(root, number) {
  const head = h('div', {class: 'row'}), tiles = h('div', {class: 'tiles'}), text = h('pre', {class: 'sql', tabindex: 0}), failure = h('div', {class: 'card bad', hidden: true});
  const findings = h('div'), plan = h('div'), stages = h('div', {class: 'card'}), pruning = h('div'), steps = h('div');
  const stream = new TaskStream(detailOf({id: number}));
  const timeline = card('Tasks over time', stream.element);
  const memory = new Plot('Memory and spill', ['memory', 'spilled'], format.bytes, {elapsed: true, height: 150});
  const rows = new Plot('Rows read', ['rows'], format.count, {elapsed: true, height: 150});
  const plots = h('div', {class: 'grid'}, memory.element, rows.element);
  fill(root, head, failure, tiles, findings, card('Text', text), timeline, plan, stages, plots, pruning, steps);
  return query => {
    const live = ['PLANNING', 'WAITING', 'RUNNING'].includes(query.state), colors = stageColors(query);
    fill(head, h('h1', {}, 'Query ' + query.id), pill(query.state), h('span', {class: 'soft'}, 'began ' + format.time(query.begun_millis), query.owner ? ' for ' + query.owner : ''),
      h('span', {class: 'fill'}), h('a', {href: '/profile?query=' + query.id}, 'Profile'), live ? h('button', {class: 'danger', onclick: () => cancel(query.id)}, 'Cancel') : null);
    failure.hidden = !query.failure;
    failure.textContent = query.failure || '';
    fill(tiles, tile('Time', format.millis(query.elapsed_millis), query.left_millis != null ? `about ${format.millis(query.left_millis)} left` : ''),
      tile('Done', format.share(query.share)), tile('Rows read', format.count(query.rows)),
      tile('Bytes read', format.bytes(query.bytes_read), query.files ? `${format.count(query.files)} files` : ''),
      tile(live ? 'Memory' : 'Peak memory', format.bytes(query.memory_bytes)), tile('Spilled', format.bytes(query.spilled_bytes)),
      tile('Row groups left out', query.row_groups + query.row_groups_skipped ? format.share(query.row_groups_skipped / (query.row_groups + query.row_groups_skipped)) : '–',
        query.row_groups + query.row_groups_skipped ? `${format.count(query.row_groups_skipped)} of ${format.count(query.row_groups + query.row_groups_skipped)}` : ''));
    if (text.textContent !== query.text) text.textContent = query.text;
    const line = timelineOf(query);
    timeline.hidden = !line.bars.length;
    stream.set(line, query.stages, colors, marksOf(query));
    fill(findings, query.findings.length ? card('Findings', query.findings.map(each => h('div', {class: 'finding'}, h('b', {}, each.what),
      h('span', {class: 'soft'}, `  cost about ${format.millis(each.cost_millis)}`), h('div', {}, each.remedy),
      each.nodes.map(node => h('a', {class: 'small', href: '#node-' + node}, `plan node ${node} `))))) : null);
    fill(plan, query.nodes.length ? planCard(query) : null);
    stages.hidden = !query.stages.length;
    fill(stages, h('h2', {}, 'Stages'), query.stages.map(stage => stageLine(stage, colors)));
    plots.hidden = query.series.length < 2;
    if (query.series.length > 1) {
      memory.set(columns(query.series, 3, 4));
      rows.set(columns(query.series, 1));
    }
    fill(pruning, query.profile && query.profile.scans.length ? scans(query.profile) : null);
    fill(steps, lifeOf(query));
  };
}

/** Findings, at the time when the stage of their node began. */
function marksOf(query) {
  return query.findings.map(finding => {
    const node = query.nodes.find(each => finding.nodes.includes(each.node));
    const stage = node && query.stages.find(each => each.stage === node.stage);
    return {millis: stage?.started_millis ?? 0, text: finding.what + '\n' + finding.remedy};
  });
}

/** The plan as a tree, the result first. */
function planCard(query) {
  const nodes = new Map(query.nodes.map(node => [node.node, node]));
  const read = new Set(query.nodes.flatMap(node => node.inputs));
  const lines = [], seen = new Set();
  const walk = (node, depth) => {
    if (!node || seen.has(node.node)) return;
    seen.add(node.node);
    lines.push({node, depth});
    node.inputs.forEach(input => walk(nodes.get(input), depth + 1));
  };
  query.nodes.filter(node => !read.has(node.node)).reverse().forEach(node => walk(node, 0));
  query.nodes.forEach(node => walk(node, 0));
  const all = query.nodes.reduce((sum, node) => sum + (node.busy_nanos || 0), 0);
  return card('Plan', h('div', {class: 'scroll'}, h('table', {class: 'plan'},
    h('thead', {}, h('tr', {}, ['Node', 'Stage', 'Expected rows', 'Rows', 'Estimate', 'Time', '', 'State', 'Spilled'].map((name, i) => h('th', {class: i ? 'n' : null, scope: 'col'}, name)))),
    h('tbody', {}, lines.map(({node, depth}) => {
      const color = nodeColor(node.operator, node.node);
      return h('tr', {id: 'node-' + node.node}, h('td', {class: 'op', indent: 10 + Math.min(depth, 14) * 16 + 'px'}, h('div', {class: 'row'}, chip(color), h('span', {}, node.text || node.operator))),
        h('td', {class: 'n soft'}, node.stage), h('td', {class: 'n'}, format.count(Math.round(node.expected_rows))), h('td', {class: 'n'}, format.count(node.rows)),
        h('td', {class: 'n'}, estimate(node, query)), h('td', {class: 'n'}, node.busy_nanos == null ? '–' : format.millis(node.busy_nanos / 1e6)),
        h('td', {}, all ? bar((node.busy_nanos || 0) / all, color) : ''), h('td', {class: 'n'}, node.state_bytes ? format.bytes(node.state_bytes) : '–'),
        h('td', {class: 'n'}, node.spilled_bytes ? format.bytes(node.spilled_bytes) : '–'));
    })))));
}

/** By which factor the planner was off. */
function estimate(node, query) {
  if (node.rows == null || query.state !== 'FINISHED') return '–';
  const ratio = (node.rows + 1) / (node.expected_rows + 1);
  const off = Math.max(ratio, 1 / ratio);
  return h('span', {class: off > 100 ? 'bad' : off > 10 ? 'warn' : 'soft'}, off < 1.5 ? 'right' : `${off < 10 ? off.toFixed(1) : format.count(Math.round(off))} × too ${ratio > 1 ? 'low' : 'high'}`);
}

function scans(profile) {
  const of = (skipped, all) => all ? `${format.count(skipped)} of ${format.count(all)}` : '–';
  return card('What scans left out', table([
    ['Table', scan => h('code', {}, scan.table)], ['Files left out', scan => of(scan.files_skipped, scan.files), 'n'], ['Row groups', scan => of(scan.row_groups_skipped, scan.row_groups), 'n'],
    ['Pages', scan => of(scan.pages_skipped, scan.pages), 'n'], ['Bytes read', scan => format.bytes(scan.bytes_read), 'n'], ['Rows read', scan => format.count(scan.rows_read), 'n'],
    ['Rows given', scan => format.count(scan.rows_delivered), 'n'],
  ], profile.scans), profile.scans.some(scan => scan.conjuncts.length) ? table([
    ['Condition', each => h('code', {}, each.text)], ['Statistics', each => each.use], ['Row groups left out', each => format.count(each.row_groups_skipped), 'n'],
    ['Rows left out', each => format.count(each.rows_skipped), 'n'], ['Rows looked at in vain', each => format.count(each.rows_taken_away), 'n'],
    ['Why not more', each => each.obstacles.join('; ') || '–'],
  ], profile.scans.flatMap(scan => scan.conjuncts)) : null);
}

function lifeOf(query) {
  const phases = query.steps.length ? query.steps.map(step => ({name: step.step, millis: step.nanos / 1e6, bytes: step.bytes}))
    : (query.profile ? query.profile.phases.map(phase => ({name: phase.name, millis: phase.nanos / 1e6, bytes: 0})) : []);
  if (!phases.length) return null;
  const all = phases.reduce((sum, phase) => Math.max(sum, phase.millis), 0);
  return card('Steps of its life', table([['Step', phase => phase.name, 'nowrap'], ['Time', phase => format.millis(phase.millis), 'n'], ['', phase => bar(phase.millis / all)],
    ['Bytes', phase => phase.bytes ? format.bytes(phase.bytes) : '–', 'n']], phases));
}
