/**
 * Bars of tasks over time on a canvas. The wheel and + - zoom, dragging and arrows move, 0 shows all;
 * what is shown stays when new states come, and follows the end only while all is shown.
 */
import {h, showTip, hideTip, cssColor, drawing} from './ui.js';
import * as format from './format.js';

const [LANE, FROM, TO, STAGE, TASKS, OPEN, FAILED, TASK, ATTEMPT, ROWS, BYTES, BUSY] = Array(12).keys();
const LEFT = 92, BOTTOM = 22, MAX_HEIGHT = 420;

export class TaskStream {
  constructor(detail) {
    this.detail = detail; // gives a part of the timeline, thinned for that part
    this.canvas = h('canvas', {tabindex: 0, role: 'img', 'aria-label': 'Tasks over time; plus and minus zoom, arrows move, 0 shows all'});
    this.element = h('div', {class: 'stream'}, this.canvas);
    this.timeline = {from_millis: 0, to_millis: 1, lanes: [], bars: []};
    this.view = null;
    this.part = null;
    this.marks = [];
    this.canvas.addEventListener('wheel', event => this.wheel(event), {passive: false});
    this.canvas.addEventListener('pointermove', event => this.point(event));
    this.canvas.addEventListener('pointerleave', hideTip);
    this.canvas.addEventListener('pointerdown', event => { this.drag = {x: event.offsetX, view: this.range()}; this.canvas.setPointerCapture(event.pointerId); });
    this.canvas.addEventListener('pointerup', () => { this.drag = null; });
    this.canvas.addEventListener('dblclick', () => this.show(null));
    this.canvas.addEventListener('keydown', event => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    addEventListener('themechange', () => this.draw());
  }

  /** marks: what was wrong, at the time when its stage began. */
  set(timeline, stages, colors, marks = []) {
    this.marks = marks;
    this.timeline = timeline;
    this.stages = new Map(stages.flatMap(stage => [stage.stage, ...(stage.alike || [])].map(number => [number, stage])));
    this.colors = colors;
    this.draw();
  }

  range() {
    return this.view || {from: 0, to: Math.max(1, this.timeline.to_millis)};
  }

  show(view) {
    const end = Math.max(1, this.timeline.to_millis);
    if (view) {
      const width = Math.max(2, Math.min(end, view.to - view.from));
      const from = Math.max(0, Math.min(view.from, end - width));
      view = width >= end ? null : {from, to: from + width};
    }
    this.view = view;
    this.part = null;
    this.draw();
    clearTimeout(this.timer);
    if (view && this.detail) {
      this.timer = setTimeout(async () => {
        const part = await this.detail(Math.floor(view.from), Math.ceil(view.to), Math.round(this.width()));
        if (part && this.view === view) { this.part = part; this.draw(); }
      }, 180);
    }
  }

  width() { return Math.max(50, this.element.clientWidth - LEFT - 4); }

  wheel(event) {
    if (!event.ctrlKey && !event.shiftKey && event.deltaY === 0) return;
    event.preventDefault();
    this.zoom(Math.exp(event.deltaY * 0.0016), (event.offsetX - LEFT) / this.width());
  }

  zoom(factor, at) {
    const {from, to} = this.range();
    const center = from + (to - from) * Math.max(0, Math.min(1, at));
    this.show({from: center - (center - from) * factor, to: center + (to - center) * factor});
  }

  key(event) {
    const {from, to} = this.range();
    const step = (to - from) / 8;
    const moves = {'+': () => this.zoom(0.7, 0.5), '=': () => this.zoom(0.7, 0.5), '-': () => this.zoom(1.4, 0.5), '0': () => this.show(null),
      ArrowLeft: () => this.show({from: from - step, to: to - step}), ArrowRight: () => this.show({from: from + step, to: to + step})};
    if (moves[event.key]) { event.preventDefault(); moves[event.key](); }
  }

  bars() { return (this.part || this.timeline).bars; }

  draw() {
    const lanes = Math.max(1, this.timeline.lanes.length);
    const lane = Math.max(5, Math.min(20, Math.floor(MAX_HEIGHT / lanes)));
    const width = this.element.clientWidth, height = lanes * lane + BOTTOM + 4;
    if (!width) return;
    const c = drawing(this.canvas, width, height);
    c.font = '11px ' + getComputedStyle(document.body).fontFamily;
    const {from, to} = this.range();
    const x = millis => LEFT + (millis - from) / (to - from) * this.width();
    const line = cssColor('--line'), soft = cssColor('--soft'), bad = cssColor('--bad');
    this.ticks(c, x, from, to, lanes * lane, line, soft);
    c.fillStyle = soft;
    c.textBaseline = 'middle';
    const each = Math.ceil(12 / lane);
    this.timeline.lanes.forEach((name, i) => {
      if (i % each === 0) c.fillText(name.length > 14 ? name.slice(0, 13) + '…' : name, 0, i * lane + lane / 2 + 2, LEFT - 8);
    });
    this.drawn = [];
    c.save();
    c.beginPath();
    c.rect(LEFT, 0, this.width(), lanes * lane + 4);
    c.clip();
    for (const one of this.bars()) {
      const open = one[OPEN] === 1;
      const begin = x(one[FROM]), end = x(open && !this.view ? Math.max(one[TO], to) : one[TO]);
      if (end < LEFT || begin > width) continue;
      const w = Math.max(1, end - begin - (end - begin > 4 ? 0.6 : 0)), y = one[LANE] * lane + 3, high = lane - 2;
      c.globalAlpha = one[TASKS] === 1 ? (open ? 0.62 : 1) : 0.3 + 0.7 * Math.min(1, one[BUSY]);
      c.fillStyle = this.colors.get(one[STAGE]) || soft;
      c.fillRect(begin, y, w, high);
      c.globalAlpha = 1;
      if (one[FAILED] > 0) { c.fillStyle = bad; c.fillRect(begin, y + high - 2, w, 2); }
      if (open) { c.fillStyle = this.colors.get(one[STAGE]) || soft; c.fillRect(Math.min(end, width) - 2, y, 2, high); }
      this.drawn.push([begin, end, one]);
    }
    c.restore();
    this.lane = lane;
    c.fillStyle = cssColor('--warn');
    this.drawnMarks = [];
    for (const mark of this.marks) {
      const at = x(mark.millis);
      if (at < LEFT || at > width) continue;
      c.beginPath();
      c.moveTo(at - 5, 0);
      c.lineTo(at + 5, 0);
      c.lineTo(at, 8);
      c.fill();
      this.drawnMarks.push([at, mark]);
    }
  }

  ticks(c, x, from, to, bottom, line, soft) {
    const raw = (to - from) / Math.max(2, this.width() / 110);
    const power = 10 ** Math.floor(Math.log10(Math.max(raw, 0.001)));
    const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= raw);
    c.textBaseline = 'alphabetic';
    c.lineWidth = 1;
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      c.strokeStyle = line;
      c.beginPath();
      c.moveTo(Math.round(x(at)) + 0.5, 0);
      c.lineTo(Math.round(x(at)) + 0.5, bottom + 5);
      c.stroke();
      c.fillStyle = soft;
      c.fillText(at === 0 ? '0' : format.tick(at), Math.min(x(at) + 3, LEFT + this.width() - 40), bottom + 18);
    }
  }

  point(event) {
    if (this.drag) {
      const {from, to} = this.drag.view;
      const shift = (this.drag.x - event.offsetX) / this.width() * (to - from);
      if (Math.abs(this.drag.x - event.offsetX) > 3) this.show({from: from + shift, to: to + shift});
      return;
    }
    const mark = event.offsetY <= 9 && (this.drawnMarks || []).find(([at]) => Math.abs(at - event.offsetX) < 7);
    if (mark) { showTip(mark[1].text, event.clientX, event.clientY); return; }
    const lane = Math.floor((event.offsetY - 2) / (this.lane || 1));
    const hit = (this.drawn || []).findLast(([begin, end, one]) => one[LANE] === lane && event.offsetX >= begin - 1 && event.offsetX <= Math.max(end, begin + 2));
    if (!hit) { hideTip(); return; }
    const one = hit[2], stage = this.stages.get(one[STAGE]);
    const lines = [`Stage ${one[STAGE]}${stage ? ': ' + stage.operators : ''}`];
    if (one[TASK] >= 0) lines.push(`Task ${one[TASK]}${one[ATTEMPT] ? ', attempt ' + one[ATTEMPT] : ''}`);
    else if (one[TASKS]) lines.push(`${format.exact(one[TASKS])} task${one[TASKS] === 1 ? '' : 's'} ${one[OPEN] ? 'running' : 'ended here'}, ${format.share(one[BUSY])} busy`);
    lines.push(`${this.timeline.lanes[one[LANE]] || ''} · ${format.millis(one[FROM])} to ${one[OPEN] ? 'now' : format.millis(one[TO])} (${format.millis(one[TO] - one[FROM])})`);
    if (!one[OPEN] && (one[ROWS] || one[BYTES])) lines.push(`${format.count(one[ROWS])} rows, ${format.bytes(one[BYTES])} written`);
    if (one[FAILED]) lines.push(`${one[FAILED]} without a result`);
    showTip(lines.join('\n'), event.clientX, event.clientY);
  }
}

/** The bars of stages, for queries whose tasks are not known. */
export function stageTimeline(query) {
  const stages = query.stages.filter(stage => stage.started_millis != null);
  return {from_millis: 0, to_millis: query.elapsed_millis, lanes: stages.map(stage => 'stage ' + stage.stage),
    bars: stages.map((stage, i) => [i, stage.started_millis, stage.ended_millis ?? query.elapsed_millis, stage.stage, stage.tasks,
      stage.ended_millis == null ? 1 : 0, 0, -1, 0, stage.rows, stage.bytes, 1])};
}

export function timelineOf(query) {
  return query.timeline && query.timeline.bars.length ? query.timeline : stageTimeline(query);
}

export function detailOf(query) {
  return async (from, to, width) => {
    const answer = await fetch(`/api/query/${query.id}/timeline?from=${from}&to=${to}&width=${width}`);
    const part = answer.ok ? await answer.json() : null;
    return part && part.bars.length ? part : null;
  };
}
