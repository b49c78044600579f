/** What processes take of their machines, over the last hour: this one, and a line for each other one of a cluster. */
import {h, fill, chip, table, tile} from './ui.js';
import {Plot, columns, lineColor} from './plots.js';
import * as format from './format.js';

const OTHERS = [['cpu_share', 'CPU', format.share], ['memory_bytes', 'Memory off the heap', format.bytes], ['heap_used_bytes', 'Heap', format.bytes],
  ['resident_bytes', 'Resident memory', format.bytes], ['disk_per_second', 'Disk, read and written', format.rate], ['network_per_second', 'Network of the host', format.rate]];

/** A plot a figure with a line for each process, and a table of what each takes now. */
class Others {
  constructor(root) {
    this.root = root;
    this.names = null;
  }

  set(state) {
    const all = state.processes;
    if (!all.length) return fill(this.root);
    const names = all.map(each => each.name);
    if (names.join() !== this.names) {
      this.names = names.join();
      this.plots = OTHERS.map(([, title, value]) => new Plot(title, names, value, {height: 200}));
      this.table = h('div', {class: 'card'});
      fill(this.root, h('h2', {}, `The cluster's processes`), h('div', {class: 'grid'}, this.plots.map(plot => plot.element)), this.table);
    }
    const times = [...new Set(all.flatMap(each => each.samples.map(sample => sample[0])))].sort((a, b) => a - b);
    OTHERS.forEach(([name], i) => {
      const at = state.process_components.indexOf(name) + 1;
      this.plots[i].set([times.map(time => time / 1000), ...all.map(each => {
        const values = new Map(each.samples.map(sample => [sample[0], sample[at]]));
        return times.map(time => values.get(time) ?? null);
      })]);
    });
    fill(this.table, table([
      ['Process', each => h('span', {title: each.process}, chip(all.length > 4 ? lineColor(all.indexOf(each)) : null), ' ', each.name, each.members > 1 ? h('span', {class: 'soft'}, ` · mean of ${each.members}`) : null)],
      ...OTHERS.map(([name, title, value]) => [title, each => value(each.samples.at(-1)[state.process_components.indexOf(name) + 1]), 'n']),
    ], all));
  }
}

export function mount(root) {
  const tiles = h('div', {class: 'tiles'}), head = h('div', {class: 'row'});
  const plots = {
    cpu: new Plot('CPU', ['this process', 'machine'], format.share, {max: 1}),
    memory: new Plot('Memory off the heap', ['in use'], format.bytes),
    heap: new Plot('Heap', ['used', 'committed'], format.bytes),
    resident: new Plot('Resident memory', ['resident'], format.bytes),
    disk: new Plot('Disk', ['read', 'written'], format.rate),
    network: new Plot('Network of the host', ['received', 'sent'], format.rate),
    gc: new Plot('Time in garbage collection', ['share'], format.share, {max: 1}),
    threads: new Plot('Threads', ['threads'], format.count),
  };
  const rest = h('div', {class: 'stack'}), others = new Others(rest);
  fill(root, head, tiles, h('div', {class: 'grid'}, Object.values(plots).map(plot => plot.element)), rest);
  return state => {
    const at = name => state.components.indexOf(name) + 1;
    const last = state.samples.at(-1);
    fill(head, h('h1', {}, 'System'), h('span', {class: 'soft'}, `${state.process}, ${state.processors} processors`));
    if (!last) return;
    fill(tiles, tile('CPU', format.share(last[at('cpu_share')]), `machine ${format.share(last[at('machine_cpu_share')])}`),
      tile('Memory off the heap', format.bytes(last[at('memory_bytes')])),
      tile('Heap', format.bytes(last[at('heap_used_bytes')]), `of ${format.bytes(state.heap_max_bytes)}`),
      tile('Resident', format.bytes(last[at('resident_bytes')])),
      tile('Disk', format.rate(last[at('disk_read_per_second')] + last[at('disk_written_per_second')]), 'read and written'),
      tile('Network', format.rate(last[at('network_received_per_second')] + last[at('network_sent_per_second')]), 'received and sent'));
    const of = (...names) => columns(state.samples, ...names.map(at));
    plots.cpu.set(of('cpu_share', 'machine_cpu_share'));
    plots.memory.set(of('memory_bytes'));
    plots.heap.set(of('heap_used_bytes', 'heap_committed_bytes'));
    plots.resident.set(of('resident_bytes'));
    plots.disk.set(of('disk_read_per_second', 'disk_written_per_second'));
    plots.network.set(of('network_received_per_second', 'network_sent_per_second'));
    plots.gc.set(of('gc_share'));
    plots.threads.set(of('threads'));
    others.set(state);
  };
}
