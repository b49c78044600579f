/** Stages as boxes in layers, producers on the left; lines are the exchanges between them. */
import {showTip, hideTip} from './ui.js';
import {nodeColor} from './colors.js';
import * as format from './format.js';

const WIDTH = 250, GAP_X = 70, GAP_Y = 20, HEAD = 56, LINE = 19, MAX_LINES = 9, FEW_LINES = 3, MANY = 60, MAX_TIP_LINES = 24, MAX_ROWS = 16;

function s(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'fill' && value) element.style.fill = value;
    else if (value != null) element.setAttribute(name, value);
  }
  if (text != null) element.textContent = text;
  return element;
}

/** A layer in columns of about the same height. */
function columns(layer) {
  const high = Math.ceil(layer.length / Math.ceil(layer.length / MAX_ROWS));
  return Array.from({length: Math.ceil(layer.length / high)}, (_, i) => layer.slice(i * high, (i + 1) * high));
}

/** Draws them, as large as the zoom says. */
export function draw(query, colors, zoom = 1) {
  const stages = new Map(query.stages.map(stage => [stage.stage, stage]));
  const depth = new Map();
  const depthOf = number => {
    if (!depth.has(number)) {
      depth.set(number, 0); // of a cycle, which cannot be
      const inputs = stages.get(number).inputs.filter(input => stages.has(input));
      depth.set(number, inputs.length ? 1 + Math.max(...inputs.map(depthOf)) : 0);
    }
    return depth.get(number);
  };
  const byDepth = [];
  for (const stage of query.stages) (byDepth[depthOf(stage.stage)] ||= []).push(stage);
  const layers = byDepth.flatMap(columns);
  const nodes = new Map();
  for (const node of query.nodes || []) { if (!nodes.has(node.stage)) nodes.set(node.stage, []); nodes.get(node.stage).unshift(node); }
  const linesOf = stage => nodes.get(stage.stage) || stage.operators.split('→').map((word, i) => ({operator: word.trim().split(' ')[0], node: i, text: word.trim()})).reverse();
  const maxLines = query.stages.length > MANY ? FEW_LINES : MAX_LINES;
  const height = stage => HEAD + Math.min(maxLines, linesOf(stage).length) * LINE + 10;
  const place = new Map();
  const tall = Math.max(...layers.map(layer => layer.reduce((sum, stage) => sum + height(stage) + GAP_Y, 0)));
  layers.forEach((layer, column) => {
    let y = (tall - layer.reduce((sum, stage) => sum + height(stage) + GAP_Y, 0)) / 2 + GAP_Y / 2;
    for (const stage of layer) { place.set(stage.stage, {x: column * (WIDTH + GAP_X) + 4, y, high: height(stage)}); y += height(stage) + GAP_Y; }
  });
  const wide = layers.length * (WIDTH + GAP_X) - GAP_X + 8;
  const svg = s('svg', {viewBox: `0 0 ${wide} ${tall}`, width: wide * zoom, height: tall * zoom, role: 'img', 'aria-label': `${query.stages.length} stages`});
  for (const stage of query.stages) {
    const to = place.get(stage.stage);
    for (const input of stage.inputs.filter(each => place.has(each))) {
      const from = place.get(input), x1 = from.x + WIDTH, y1 = from.y + from.high / 2, x2 = to.x, y2 = to.y + to.high / 2;
      const source = stages.get(input);
      svg.append(s('path', {class: 'edge', d: `M${x1} ${y1} C${x1 + 35} ${y1} ${x2 - 35} ${y2} ${x2} ${y2}`, 'stroke-width': 1 + Math.min(4, Math.log10(1 + source.bytes / 1e5))}));
      if (source.bytes) svg.append(s('text', {class: 'soft', x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 6, 'text-anchor': 'middle'}, format.bytes(source.bytes)));
    }
  }
  for (const stage of query.stages) svg.append(box(stage, place.get(stage.stage), linesOf(stage), maxLines, colors));
  return svg;
}

function short(name, room) {
  const bare = format.bare(name);
  return bare.length > room ? bare.slice(0, room - 1) + '…' : bare;
}

function box(stage, at, lines, maxLines, colors) {
  const group = s('g', {transform: `translate(${at.x} ${at.y})`});
  const share = stage.tasks && stage.finished >= stage.tasks ? 1 : stage.tasks ? Math.max(stage.share, stage.finished / stage.tasks) : 0;
  group.append(s('rect', {class: stage.running ? 'box live' : 'box', width: WIDTH, height: at.high, rx: 9}));
  const title = s('text', {x: 14, y: 22}, stage.alike?.length ? `Stage ${stage.stage} and ${stage.alike.length} alike` : `Stage ${stage.stage}`);
  title.style.fontWeight = 600;
  group.append(title, s('text', {class: 'soft', x: WIDTH - 14, y: 22, 'text-anchor': 'end'}, `${format.count(stage.finished)} / ${format.count(stage.tasks)} tasks`));
  group.append(s('rect', {class: 'track', x: 14, y: 32, width: WIDTH - 28, height: 6, rx: 3}), s('rect', {x: 14, y: 32, width: (WIDTH - 28) * share, height: 6, rx: 3, fill: colors.get(stage.stage)}));
  lines.slice(0, maxLines).forEach((node, i) => {
    const y = HEAD + i * LINE + 8;
    const more = i === maxLines - 1 && lines.length > maxLines;
    const rows = node.rows != null ? format.count(node.rows) : '';
    const room = rows ? 22 : 29;
    const name = more ? `and ${lines.length - i} more` : node.text || node.operator;
    group.append(s('rect', {x: 14, y: y - 9, width: 10, height: 10, rx: 3, fill: nodeColor(node.operator, node.node)}), s('text', {x: 31, y}, short(name, room)));
    if (rows && !more) group.append(s('text', {class: 'soft', x: WIDTH - 14, y, 'text-anchor': 'end'}, rows));
  });
  group.addEventListener('pointermove', event => showTip([`Stage ${stage.stage}${stage.alike?.length ? ` and ${stage.alike.length} that do the same for the same readers` : ''}: ${format.share(share)} done, ${format.count(stage.read_rows)} rows read`, stage.bytes ? `${format.bytes(stage.bytes)} written` : null,
    ...lines.slice(0, MAX_TIP_LINES).map(node => `${node.text || node.operator}${node.rows != null ? ': ' + format.count(node.rows) + ' rows, expected ' + format.count(Math.round(node.expected_rows)) : ''}`), lines.length > MAX_TIP_LINES ? `and ${lines.length - MAX_TIP_LINES} more` : null].filter(line => line).join('\n'), event.clientX, event.clientY));
  group.addEventListener('pointerleave', hideTip);
  return group;
}
