/** Where the CPU time of a query went, by samples: a flame graph by node or by code, and the methods that took most. */
import {h, fill, card, bar, chip, table, tile} from './ui.js';
import {Flame, short, ownerOf, codeColor, percent, OWNER_NAMES} from './flame.js';
import * as format from './format.js';

const LIVE = ['PLANNING', 'WAITING', 'RUNNING'];
const time = nanos => format.millis(nanos / 1e6);

export function mount(root) {
  const asked = new URLSearchParams(location.search);
  const choice = {query: Number(asked.get('query')) || null, by: asked.get('by') === 'code' ? 'code' : 'node', process: asked.get('process') ?? '*'};
  const queries = h('select', {'aria-label': 'Query'}), processes = h('select', {'aria-label': 'Process'});
  const ways = ['node', 'code'].map(by => h('button', {'aria-pressed': 'false', onclick: () => { choice.by = by; flame.reset(); changed(); }}, 'by ' + by));
  const search = h('input', {type: 'search', placeholder: 'Find a method or node (/)', 'aria-label': 'Find methods and nodes'});
  const found = h('span', {class: 'soft'}), sampling = h('div', {class: 'row'}), notes = h('div'), tiles = h('div', {class: 'tiles'}), why = h('div'), methods = h('div'), legend = h('div', {class: 'legend'});
  const detail = h('div', {class: 'small soft flame-detail', 'aria-live': 'polite'});
  const flame = new Flame(time, part => tell(part));
  const back = h('button', {class: 'quiet', onclick: () => { flame.reset(); flame.draw(); tell(null); }}, 'Show all');
  const graph = h('section', {class: 'card'}, h('div', {class: 'row'}, h('span', {class: 'switch', role: 'group', 'aria-label': 'Levels'}, ways), processes, search, found, h('span', {class: 'fill'}), back), detail, flame.element, legend);
  const link = h('span', {});
  fill(root, h('div', {class: 'row'}, h('h1', {}, 'Profile'), queries, link, h('a', {href: '/profile-server'}, 'this process'), h('span', {class: 'fill'}), sampling), notes, tiles, why);
  const body = h('div', {class: 'profile'}, graph, methods);
  root.append(body);
  let state = {queries: []}, shown = '', timer = null, version = 0;

  queries.addEventListener('change', () => { choice.query = Number(queries.value); choice.process = '*'; flame.reset(); changed(); });
  processes.addEventListener('change', () => { choice.process = processes.value; changed(); });
  search.addEventListener('input', find);
  search.addEventListener('keydown', event => { if (event.key === 'Escape') { search.value = ''; find(); } });
  addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
  });

  function find() {
    const {share, count, total} = flame.search(search.value);
    found.textContent = search.value ? (count ? `${percent(share)}, ${time(total)} in ${format.exact(count)} part${count === 1 ? '' : 's'}` : 'nothing has that') : '';
  }

  function tell(part) {
    detail.textContent = part ? flame.tip(part).split('\n').join(' · ') : 'A click zooms, Esc goes back, arrows move, / finds.';
  }

  function changed() {
    const words = new URLSearchParams();
    if (choice.query) words.set('query', choice.query);
    words.set('by', choice.by);
    if (choice.process !== '*') words.set('process', choice.process);
    history.replaceState(null, '', '/profile?' + words);
    draw();
    load();
  }

  async function sample(seconds) {
    await fetch('/api/profile/sample?seconds=' + seconds, {method: 'POST'});
  }

  /** The newest query that was sampled, or else the newest. */
  function preferred() {
    return (state.queries.find(query => query.sampled_nanos >= 0) || state.queries.find(query => LIVE.includes(query.state)) || state.queries[0])?.id ?? null;
  }

  function draw() {
    if (!choice.query) choice.query = preferred();
    ways.forEach((button, i) => button.setAttribute('aria-pressed', String(choice.by === ['node', 'code'][i])));
    const label = query => `${query.id} · ${LIVE.includes(query.state) ? query.state.toLowerCase() + ' · ' : ''}${query.sampled_nanos >= 0 ? 'sampled · ' : ''}${query.text.replace(/\s+/g, ' ').slice(0, 70)}`;
    const listed = state.queries.filter(query => query.sampled_nanos >= 0 || LIVE.includes(query.state) || query.id === choice.query).slice(0, 200);
    if (choice.query && !listed.some(query => query.id === choice.query)) listed.push({id: choice.query, text: '', state: '', sampled_nanos: -1});
    fill(queries, listed.map(query => h('option', {value: query.id}, label(query))));
    queries.hidden = !listed.length;
    if (choice.query) queries.value = choice.query;
    fill(link, choice.query ? h('a', {href: '/query/' + choice.query}, 'the query') : null);
    const left = state.sampled_millis || 0;
    fill(sampling, h('span', {class: 'soft small'}, left ? `on for ${Math.ceil(left / 60_000)} min more` : 'off'),
      h('button', {role: 'switch', class: left ? 'on' : null, 'aria-checked': String(left > 0), title: 'Samples the queries that begin within ten minutes', onclick: () => sample(state.sampled_millis ? 0 : 600)}, 'Sample queries'));
  }

  async function load() {
    clearTimeout(timer);
    const own = ++version;
    if (!choice.query) { show({why: 'No query has run yet. Switch on "Sample queries", run one, and it appears here.'}); return; }
    const answer = await fetch(`/api/query/${choice.query}/profile?by=${choice.by}&process=${encodeURIComponent(choice.process)}`);
    if (own !== version) return;
    show(answer.ok ? await answer.json() : {why: `Query ${choice.query} is not known: it is too old, or there was none.`});
    const query = state.queries.find(each => each.id === choice.query);
    if (query && LIVE.includes(query.state)) timer = setTimeout(load, document.hidden ? 10_000 : 2_000);
  }

  function show(profile) {
    const now = JSON.stringify(profile);
    if (now === shown) return;
    shown = now;
    const has = profile.parts && profile.parts.length && profile.parts[0][5] > 0;
    fill(notes, (profile.cautions || []).map(each => h('div', {class: 'note caution'}, each)));
    fill(why, profile.why ? h('div', {class: 'card empty'}, profile.why) : null);
    body.hidden = tiles.hidden = !has;
    if (!has) return;
    const all = profile.parts[0][5];
    const loss = profile.lost_nanos + profile.unattributed_nanos;
    fill(tiles, tile('CPU time', time(all), `a sample each ${time(profile.period_nanos)}`), tile('Samples', format.exact(Math.round(all / Math.max(1, profile.period_nanos))), profile.state ? profile.state.toLowerCase() : ''),
      tile('In plan nodes', percent(profile.in_nodes_nanos / all), 'of the CPU time'), tile('Not known', percent(loss / all), 'not sampled, or of no plan node'),
      tile('Processes', format.count(Math.max(1, profile.processes.length)), ''));
    const several = profile.processes.length > 1 || choice.process !== '*';
    processes.hidden = !several;
    fill(processes, h('option', {value: '*'}, 'all processes'), profile.processes.map(each => h('option', {value: each.name}, `${each.name || 'this process'} · ${time(each.nanos)}`)));
    processes.value = choice.process;
    flame.set(profile);
    tell(flame.chosen);
    find();
    fill(legend, choice.by === 'code' ? Object.entries(OWNER_NAMES).map(([owner, name]) => h('span', {}, chip(codeColor({user: 'a.B.c', heddle: 'dev.heddle.a.B', library: 'org.apache.a.B', jdk: 'java.a.B'}[owner])), name))
      : [h('span', {}, 'A node has the colour that it has on all pages; the methods below it are the paler, the farther they are from it: your code, Heddle, libraries, JDK.')]);
    fill(methods, card('Methods, by their own time', profile.methods.length ? table([
      ['Method', each => h('a', {href: '#', title: each.name, class: ownerOf(each.name) === 'user' ? 'sql user' : 'sql'}, short(each.name)), 'text'],
      ['Itself', each => time(each.self_nanos), 'n'], ['', each => percent(each.self_nanos / all), 'n'], ['With callees', each => percent(each.total_nanos / all), 'n'],
    ], profile.methods.slice(0, 40)) : h('div', {class: 'empty'}, 'No stack was seen.')));
  }

  methods.addEventListener('click', event => {
    const link = event.target.closest('a');
    if (!link) return;
    event.preventDefault();
    search.value = search.value === link.title ? '' : link.title;
    find();
  });

  tell(null);
  body.hidden = true;
  let before = '';
  return next => {
    state = next;
    draw();
    const query = next.queries.find(each => each.id === choice.query);
    const seen = `${choice.query} ${query?.state} ${query?.sampled_nanos}`;
    if (seen !== before) { before = seen; load(); }
  };
}
