/**
 * A flame graph on a canvas: the whole on top, what it consists of below. A click or Enter zooms, Esc goes back, arrows move,
 * 0 shows all. What is zoomed into stays when new samples come.
 */
import {h, showTip, hideTip, cssColor, drawing} from './ui.js';
import {nodeColor} from './colors.js';
import * as format from './format.js';

const ROW = 21, GAP = 1;

/** Parts as objects, each with its parent and where it begins and ends, as shares of the whole. */
export function read(graph) {
  const parts = graph.parts.map(([name, parent, kind, number, self, total], index) => ({index, name: graph.names[name], parent, kind: graph.kinds[kind], number, self, total, parts: []}));
  const all = parts.length && parts[0].total;
  for (const part of parts) {
    const parent = parts[part.parent] || null;
    part.parent = parent;
    part.depth = parent ? parent.depth + 1 : 0;
    part.from = parent ? parent.taken : 0;
    part.taken = part.from;
    part.to = part.from + (all ? part.total / all : 0);
    if (parent) { parent.taken = part.to; parent.parts.push(part); }
  }
  return parts;
}

/** The class and the method of a frame, without its package. */
export function short(name) {
  return name.replace(/^(?:[a-z_][\w]*\.)+(?=[A-Z])/, '').replace(/\$\$Lambda\S*?(?=\.|$)/, ' lambda');
}

const OWNERS = [['jdk', /^(java|javax|jdk|sun|com\.sun)\./], ['heddle', /^dev\.heddle\./], ['library', /^(org\.(apache|slf4j|codehaus|xerial|eclipse)|io\.(netty|grpc|prometheus)|com\.(google|fasterxml|github\.luben)|software\.amazon|scala|net\.jpountz)\./]];
export const OWNER_NAMES = {user: 'your code', heddle: 'Heddle', library: 'libraries', jdk: 'JDK'};

/** Whose code a frame is. */
export function ownerOf(frame) {
  const found = OWNERS.find(([, pattern]) => pattern.test(frame));
  return found ? found[0] : 'user';
}

const HUES = {user: [340, 70], heddle: [214, 52], library: [150, 34], jdk: [220, 8]};

/** One colour for all methods of a class. */
export function codeColor(frame) {
  const owner = ownerOf(frame), [hue, saturation] = HUES[owner];
  let hash = 0;
  for (const letter of frame.slice(0, frame.lastIndexOf('.'))) hash = (hash * 31 + letter.charCodeAt(0)) | 0;
  return `hsl(${hue + Math.abs(hash) % 23 - 11} ${saturation}% ${50 + Math.abs(hash >> 5) % 13}%)`;
}

/** Colours of parts: a node has the one that it has on all pages, and lends it to the methods below it. */
export function colorsOf(graph) {
  const operators = new Map((graph.nodes || []).map(node => [node.node, node.operator]));
  const stages = new Map((graph.stages || []).map(stage => [stage.stage, nodeColor(stage.lead_operator, stage.lead_node)]));
  const found = new Map();
  const of = part => {
    if (found.has(part)) return found.get(part);
    let color = {fill: null, alpha: 1};
    if (part.kind === 'node') color = {fill: nodeColor(operators.get(part.number) || '', part.number), alpha: 1};
    else if (part.kind === 'stage') color = {fill: stages.get(part.number), alpha: 0.45};
    else if (part.kind === 'code') {
      const above = part.parent && ['node', 'code'].includes(part.parent.kind) ? of(part.parent) : null;
      color = above && above.node || part.parent?.kind === 'node' ? {fill: above.fill, alpha: {user: 0.95, heddle: 0.62, library: 0.45, jdk: 0.3}[ownerOf(part.name)], node: true} : {fill: codeColor(part.name), alpha: 0.85};
    }
    found.set(part, color);
    return color;
  };
  return of;
}

export class Flame {
  /** value: how numbers are written; changed: told of what is chosen. */
  constructor(value, changed, label = 'Flame graph') {
    this.value = value;
    this.changed = changed || (() => {});
    this.canvas = h('canvas', {tabindex: 0, role: 'img', 'aria-label': `${label}; arrows move, Enter zooms, Escape goes back, 0 shows all`});
    this.element = h('div', {class: 'flame'}, this.canvas);
    this.parts = [];
    this.zooms = [];
    this.word = '';
    this.canvas.addEventListener('pointermove', event => this.point(event));
    this.canvas.addEventListener('pointerleave', () => { hideTip(); this.over = null; this.draw(); });
    this.canvas.addEventListener('click', event => this.click(event));
    this.canvas.addEventListener('keydown', event => this.key(event));
    this.canvas.addEventListener('blur', () => hideTip());
    new ResizeObserver(() => this.draw()).observe(this.element);
    addEventListener('themechange', () => this.draw());
  }

  set(graph) {
    const way = part => { const names = []; for (let at = part; at && at.parent; at = at.parent) names.push(at.kind + at.number + at.name); return names.reverse(); };
    const ways = [...this.zooms, this.chosen].map(part => part && way(part));
    this.parts = read(graph);
    this.color = colorsOf(graph);
    const find = names => names && names.reduce((at, name) => at && at.parts.find(part => part.kind + part.number + part.name === name), this.parts[0]);
    this.chosen = find(ways.pop()) || null;
    this.zooms = ways.map(find).filter(part => part && part.parent);
    this.over = null;
    this.search(this.word);
  }

  /** Forgets what was chosen. */
  reset() { this.zooms = []; this.chosen = null; }

  root() { return this.zooms.at(-1) || this.parts[0]; }

  /** Marks parts whose names have a text; returns their share of the whole, each sample once. */
  search(word) {
    this.word = word;
    const wanted = word.toLowerCase();
    this.found = {share: 0, count: 0, total: 0};
    for (const part of this.parts) {
      part.hit = wanted !== '' && part.kind !== 'root' && part.name.toLowerCase().includes(wanted);
      part.below = part.parent ? part.parent.hit || part.parent.below : false;
      if (part.hit) { this.found.count++; if (!part.below) this.found.total += part.total; }
    }
    if (this.parts.length && this.parts[0].total) this.found.share = this.found.total / this.parts[0].total;
    this.draw();
    return this.found;
  }

  visible() {
    const root = this.root();
    if (!root) return [];
    const width = this.element.clientWidth, scale = width / Math.max(1e-12, root.to - root.from), shown = [];
    for (let at = root.parent; at; at = at.parent) shown.unshift({part: at, x: 0, w: width, dim: true});
    const walk = part => {
      const x = (part.from - root.from) * scale, w = (part.to - part.from) * scale;
      if (w < 0.4) return;
      shown.push({part, x, w});
      part.parts.forEach(walk);
    };
    walk(root);
    return shown;
  }

  draw() {
    const width = this.element.clientWidth;
    if (!width || !this.parts.length) return;
    this.shown = this.visible();
    const rows = 1 + Math.max(...this.shown.map(({part}) => part.depth)), height = rows * ROW;
    const c = drawing(this.canvas, width, height);
    c.font = '12px ' + getComputedStyle(document.body).fontFamily;
    c.textBaseline = 'middle';
    const ground = rgb(c, cssColor('--card')), plain = cssColor('--hover'), grey = cssColor('--faint'), accent = cssColor('--accent'), text = cssColor('--text');
    for (const {part, x, w, dim} of this.shown) {
      const {fill, alpha} = this.color(part);
      const y = part.depth * ROW, wide = Math.max(0.5, w - (w > 3 ? GAP : 0));
      let strength = fill ? alpha : part.kind === 'root' ? 1 : 0.35;
      if (this.word && !part.hit && part.kind !== 'root') strength *= 0.28;
      if (dim) strength *= 0.6;
      const color = fill || (part.kind === 'root' ? plain : grey);
      c.globalAlpha = strength;
      c.fillStyle = color;
      c.fillRect(x, y, wide, ROW - GAP);
      c.globalAlpha = 1;
      if (w > 26) {
        c.fillStyle = part.kind === 'root' ? text : ink(blend(rgb(c, color), ground, strength));
        const name = part.kind === 'code' ? short(part.name) : format.bare(part.name);
        const share = w > 240 && part.kind !== 'others' ? `  ${percent(part.total / this.parts[0].total)}` : '';
        c.fillText(fitted(c, name, w - 10, share), x + 5, y + ROW / 2);
      }
      if (part.hit || part === this.chosen || part === this.over) {
        c.strokeStyle = part === this.over && part !== this.chosen ? text : accent;
        c.lineWidth = part === this.chosen ? 2 : 1.2;
        c.strokeRect(x + 0.75, y + 0.75, Math.max(1, wide - 1.5), ROW - GAP - 1.5);
      }
    }
  }

  at(event) {
    const depth = Math.floor(event.offsetY / ROW);
    return (this.shown || []).find(({part, x, w}) => part.depth === depth && event.offsetX >= x && event.offsetX < Math.max(x + w, x + 1))?.part || null;
  }

  tip(part) {
    const all = this.parts[0].total, lines = [part.name, `${this.value(part.total)}, ${percent(part.total / all)} of all`];
    if (part.parts.length) lines.push(`itself ${this.value(part.self)}, ${percent(part.self / all)}`);
    if (part.parent && part.parent.total < all) lines.push(`${percent(part.total / part.parent.total)} of ${part.parent.kind === 'code' ? short(part.parent.name) : format.bare(part.parent.name)}`);
    if (part.kind === 'cut') lines.push('The stacks are deeper than what is kept.');
    if (part.kind === 'others') lines.push('Each is too small to be seen.');
    return lines.join('\n');
  }

  point(event) {
    const part = this.at(event);
    if (part !== this.over) { this.over = part; this.draw(); }
    this.canvas.style.cursor = part ? 'pointer' : 'default';
    if (part) showTip(this.tip(part), event.clientX, event.clientY);
    else hideTip();
  }

  click(event) {
    const part = this.at(event);
    if (part) { this.choose(part); this.zoom(part); }
  }

  choose(part) {
    this.chosen = part;
    this.changed(part, this);
  }

  zoom(part) {
    hideTip();
    if (part === this.root()) return;
    if (!part.parent) this.zooms = [];
    else if (part.kind !== 'others') this.zooms.push(part);
    this.draw();
  }

  back() {
    if (this.zooms.length) this.zooms.pop();
    else this.choose(null);
    this.draw();
  }

  key(event) {
    const at = this.chosen || this.root();
    if (!at) return;
    const beside = step => at.parent ? at.parent.parts[at.parent.parts.indexOf(at) + step] : null;
    const moves = {ArrowUp: () => at.parent, ArrowDown: () => at.parts[0], ArrowLeft: () => beside(-1), ArrowRight: () => beside(1)};
    if (moves[event.key]) {
      event.preventDefault();
      const next = this.chosen ? moves[event.key]() : at;
      if (next) { if (this.root() === at && event.key !== 'ArrowDown' && this.zooms.length) this.zooms.pop(); this.choose(next); this.draw(); this.tell(next); }
    } else if (event.key === 'Enter') { event.preventDefault(); this.zoom(at); }
    else if (event.key === 'Escape') { event.preventDefault(); hideTip(); this.back(); }
    else if (event.key === '0') { this.zooms = []; this.draw(); }
  }

  /** Shows the tip of what the keyboard has chosen. */
  tell(part) {
    const place = this.shown.find(each => each.part === part);
    if (!place) return;
    const box = this.canvas.getBoundingClientRect();
    showTip(this.tip(part), box.left + Math.max(0, place.x), box.top + (part.depth + 0.4) * ROW);
  }
}

export function percent(share) {
  return share >= 0.1 ? (100 * share).toFixed(0) + '\u202f%' : share === 0 ? '0' : (100 * share).toFixed(share < 0.001 ? 2 : 1) + '\u202f%';
}

function fitted(c, text, room, more) {
  if (c.measureText(text + more).width <= room) return text + more;
  if (c.measureText(text).width <= room) return text;
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (c.measureText(text.slice(0, middle) + '…').width <= room) low = middle;
    else high = middle - 1;
  }
  return low ? text.slice(0, low) + '…' : '';
}

const known = new Map();

/** The numbers of any colour that a canvas knows. */
function rgb(c, color) {
  if (!known.has(color)) {
    const pixel = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    pixel.fillStyle = color;
    pixel.fillRect(0, 0, 1, 1);
    known.set(color, [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3));
  }
  return known.get(color);
}

function blend(over, under, alpha) {
  return over.map((value, i) => value * alpha + under[i] * (1 - alpha));
}

/** Black or white, whichever is easier to read. */
function ink([red, green, blue]) {
  const linear = [red, green, blue].map(value => (value / 255) ** 2.2);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.2 ? '#10131a' : '#ffffff';
}
