/** What the process takes of its machine, over the last hour. */
import {h, fill, tile} from './ui.js';
import {Plot, columns} from './plots.js';
import * as format from './format.js';

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
  fill(root, head, tiles, h('div', {class: 'grid'}, Object.values(plots).map(plot => plot.element)));
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
  };
}
