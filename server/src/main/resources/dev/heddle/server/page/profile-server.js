/** What the process of this page did for a while: CPU time by thread, allocation and waiting by site. */
import {h, fill, card, table, tile} from './ui.js';
import {Flame, short, percent} from './flame.js';
import * as format from './format.js';

const SECONDS = [2, 10, 30];
const time = nanos => format.millis(nanos / 1e6);
const VIEWS = {
  cpu: {name: 'CPU', value: time, empty: 'No thread took CPU time.', none: 'CPU time'},
  allocation: {name: 'allocation', value: format.bytes, empty: 'Nothing was seen to be allocated.', none: 'Allocated on the heap'},
  locks: {name: 'locks', value: time, empty: 'No thread waited for a lock for 10 ms or longer.', none: 'Waited for locks'},
};

export function mount(root) {
  const head = h('div', {class: 'row'}), notes = h('div'), tiles = h('div', {class: 'tiles'}), why = h('div'), sums = h('div'), detail = h('div', {class: 'small soft flame-detail', 'aria-live': 'polite'});
  const search = h('input', {type: 'search', placeholder: 'Find (press /)', 'aria-label': 'Find threads, methods and classes'}), found = h('span', {class: 'soft'});
  let view = 'cpu', state = {}, made = null, number = -1;
  const flame = new Flame(value => VIEWS[view].value(value), part => tell(part));
  const ways = Object.entries(VIEWS).map(([key, each]) => h('button', {'aria-pressed': String(key === view), onclick: () => { view = key; flame.reset(); show(); }}, each.name));
  const graph = h('section', {class: 'card'}, h('div', {class: 'row'}, h('span', {class: 'switch', role: 'group', 'aria-label': 'What is shown'}, ways), search, found, h('span', {class: 'fill'}),
    h('button', {class: 'quiet', onclick: () => { flame.reset(); flame.draw(); tell(null); }}, 'Show all')), detail, flame.element);
  const body = h('div', {class: 'profile', hidden: true}, graph, sums);
  fill(root, head, notes, tiles, why);
  root.append(body);

  search.addEventListener('input', find);
  addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });

  function find() {
    const {share, count, total} = flame.search(search.value);
    found.textContent = search.value ? (count ? `${percent(share)}, ${VIEWS[view].value(total)}` : 'nothing has that') : '';
  }

  function tell(part) {
    detail.textContent = part ? flame.tip(part).split('\n').join(' · ') : 'A click zooms, Esc goes back, arrows move, / finds.';
  }

  async function begin(seconds) {
    const answer = await fetch('/api/profile-server?seconds=' + seconds, {method: 'POST'});
    if (!answer.ok) fill(why, h('div', {class: 'card bad'}, await answer.text()));
  }

  function draw() {
    const busy = state.left_millis >= 0;
    fill(head, h('h1', {}, 'Profile of this process'), h('span', {class: 'soft'}, state.process), h('a', {href: '/profile'}, 'queries'), h('span', {class: 'fill'}),
      h('span', {class: 'soft small'}, busy ? (state.left_millis ? `looks on for ${format.millis(Math.ceil(state.left_millis / 1000) * 1000)} more` : 'adds up') : 'look on for'),
      SECONDS.map(seconds => h('button', {disabled: busy, onclick: () => begin(seconds)}, `${seconds} s`)));
    if (!made) fill(why, state.failure ? h('div', {class: 'card bad'}, state.failure) : h('div', {class: 'card empty'}, busy ? 'The first samples come when the time is over.'
      : 'Nothing has been sampled yet: it costs a little, and so only happens where somebody asks. Say for how long to look on.'));
  }

  async function load() {
    const answer = await fetch('/api/profile-server/last');
    if (!answer.ok) return;
    made = await answer.json();
    fill(why);
    show();
  }

  function show() {
    if (!made) return;
    body.hidden = false;
    Object.keys(VIEWS).forEach((key, i) => ways[i].setAttribute('aria-pressed', String(key === view)));
    fill(notes, made.cautions.map(each => h('div', {class: 'note caution'}, each)));
    const all = key => made[key].parts[0][5];
    fill(tiles, tile('Looked on for', format.millis(made.took_millis), 'until ' + format.time(made.at_millis)), tile('CPU time', time(all('cpu')), `${(all('cpu') / 1e6 / made.took_millis).toFixed(2)} cores, a sample each ${time(made.period_nanos)}`),
      tile('Allocated on the heap', format.bytes(all('allocation')), format.rate(all('allocation') / made.took_millis * 1000)), tile('Waited for locks', time(all('locks')), '10 ms and longer, all threads'));
    const own = made[view], total = all(view), write = VIEWS[view].value;
    flame.element.hidden = !total;
    flame.set(own);
    tell(flame.chosen);
    find();
    if (!total) detail.textContent = VIEWS[view].empty;
    const name = each => h('code', {title: each.name}, short(each.name));
    fill(sums, !total ? null : view === 'cpu' ? card('Methods, by their own time', table([['Method', name, 'text'], ['Itself', each => time(each.self_nanos), 'n'], ['', each => percent(each.self_nanos / total), 'n'], ['With callees', each => percent(each.total_nanos / total), 'n']], own.methods.slice(0, 40)))
      : card(view === 'locks' ? 'Locks' : 'Classes', table([[view === 'locks' ? 'Lock' : 'Class', each => h('code', {title: each.subject}, short(each.subject)), 'text'], ['Where', name, 'text'], ['', each => write(each.amount), 'n'], ['', each => percent(each.amount / total), 'n']], own.sites.slice(0, 40))));
  }

  tell(null);
  return next => {
    state = next;
    draw();
    if (next.number && next.number !== number) { number = next.number; load(); }
  };
}
