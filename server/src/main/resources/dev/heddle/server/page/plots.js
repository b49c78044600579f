/** Lines over time by uPlot, in the page's colours. */
import uPlot from './uplot.js';
import {h, cssColor} from './ui.js';

function clock(seconds) {
  return new Date(seconds * 1000).toTimeString().slice(0, 8);
}

export const PALETTE = ['--accent', '--warn', '--good', '--bad'];
const MAX_LEGEND = 8; // lines

/** The colour of one of many lines. */
export function lineColor(i) {
  return `hsl(${(i * 137.5) % 360} 55% 52%)`;
}

export class Plot {
  /** series: names; value: how numbers are written; seconds: whether x is a time of day. */
  constructor(title, series, value, {height = 170, max = null, elapsed = false} = {}) {
    this.holder = h('div', {class: 'plot'});
    this.element = h('section', {class: 'card'}, h('h2', {}, title), this.holder);
    this.options = {series, value, height, max, elapsed};
    new ResizeObserver(() => this.resize()).observe(this.holder);
    addEventListener('themechange', () => this.rebuild());
  }

  set(data) {
    this.data = data;
    if (!this.plot) this.rebuild();
    else this.plot.setData(data);
  }

  resize() {
    if (this.plot) this.plot.setSize({width: this.holder.clientWidth, height: this.options.height});
    else if (this.data) this.rebuild();
  }

  rebuild() {
    if (!this.data || !this.holder.clientWidth) return;
    if (this.plot) this.plot.destroy();
    const {series, value, height, max, elapsed} = this.options;
    const soft = cssColor('--soft'), line = cssColor('--line');
    const axis = {stroke: soft, grid: {stroke: line, width: 1}, ticks: {show: false}, font: '11px system-ui, sans-serif'};
    this.plot = new uPlot({
      width: this.holder.clientWidth, height, legend: {show: series.length <= MAX_LEGEND}, cursor: {points: {size: 5}},
      scales: {x: {time: !elapsed}, y: {range: (u, low, high) => [0, max ?? Math.max(high * 1.08, 1e-9)]}},
      axes: [{...axis, space: 90, values: elapsed ? (u, all) => all.map(v => v + ' s') : (u, all) => all.map(clock)}, {...axis, size: 66, values: (u, all) => all.map(v => value(v))}],
      series: [{label: elapsed ? 'at' : 'time', value: (u, v) => v == null ? '–' : elapsed ? v.toFixed(1) + ' s' : clock(v)}, ...series.map((label, i) => {
        const color = series.length <= PALETTE.length ? cssColor(PALETTE[i % PALETTE.length]) : lineColor(i);
        return {label, stroke: color, width: series.length <= MAX_LEGEND ? 1.6 : 1, spanGaps: true, fill: series.length === 1 ? cssColor('--accent-soft') : undefined, points: {show: false}, value: (u, v) => v == null ? '–' : value(v)};
      })],
    }, this.data, this.holder);
  }
}

/** Turns points into the columns that uPlot takes; the first one is the time. */
export function columns(points, ...picks) {
  return [points.map(point => point[0] / 1000), ...picks.map(pick => points.map(typeof pick === 'function' ? pick : point => point[pick]))];
}
