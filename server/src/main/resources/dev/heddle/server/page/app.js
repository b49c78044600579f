/** The frame of all pages: navigation, theme, and one stream of states for the page that is open. */
import {h, fill} from './ui.js';

const PAGES = ['status', 'queries', 'graph', 'workers', 'shuffle', 'storage', 'profile', 'system'];
const name = location.pathname.split('/')[1];
const number = name === 'query' ? location.pathname.split('/')[2] : null;
const topic = number ? `query/${number}` : name;

const stored = localStorage.getItem('heddle-theme');
const system = matchMedia('(prefers-color-scheme: dark)');
applyTheme();
system.addEventListener('change', applyTheme);

function applyTheme() {
  const chosen = localStorage.getItem('heddle-theme');
  document.documentElement.dataset.theme = chosen || (system.matches ? 'dark' : 'light');
  dispatchEvent(new Event('themechange'));
}

function switchTheme() {
  localStorage.setItem('heddle-theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  applyTheme();
}

async function showLink() {
  const answer = await fetch('/api/link', {method: 'POST'});
  const {link} = await answer.json();
  const dialog = h('dialog', {'aria-label': 'Link for another browser'},
    h('h1', {}, 'Open in another browser'), h('p', {class: 'soft'}, 'This link lets one browser in, once.'),
    h('code', {}, link), h('button', {onclick: () => dialog.close()}, 'Close'));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

const dot = h('span', {class: 'dot', title: 'not connected', role: 'img', 'aria-label': 'connection'});
const where = h('span', {class: 'where'});
fill(document.getElementById('top'),
  h('a', {class: 'brand', href: '/status'}, h('img', {src: '/favicon.ico', alt: ''}), 'heddle'),
  h('nav', {'aria-label': 'Pages'}, PAGES.map(page => h('a', {
    href: '/' + page, 'aria-current': page === name || (number && page === 'queries') || (name === 'profile-server' && page === 'profile') ? 'page' : null,
  }, page[0].toUpperCase() + page.slice(1)))),
  h('span', {class: 'fill'}), dot, where,
  h('button', {class: 'quiet', onclick: showLink, title: 'A link for another browser'}, 'Share'),
  h('button', {class: 'quiet', onclick: switchTheme, title: 'Dark or light', 'aria-label': 'Switch between dark and light'}, '◐'));

const root = document.getElementById('main');
const page = await import(`./${name}.js`);
const update = page.mount(root, number);
document.title = `${number ? 'Query ' + number : name[0].toUpperCase() + name.slice(1).replace('-', ' of the ')} · Heddle`;

let events = null;
let isOver = false;

function receive(state) {
  if (state.title) {
    where.textContent = state.title;
    where.title = state.title;
  }
  update(state);
  if (number && state.state && !['PLANNING', 'WAITING', 'RUNNING'].includes(state.state)) {
    isOver = true; // nothing changes any longer
    close();
    dot.className = 'dot on';
    dot.title = 'complete';
  }
}

function open() {
  if (events || isOver) return;
  events = new EventSource('/events?topic=' + encodeURIComponent(topic));
  events.onopen = () => { dot.className = 'dot on'; dot.title = 'live'; };
  events.onerror = () => { dot.className = 'dot off'; dot.title = 'the process does not answer'; };
  events.onmessage = message => receive(JSON.parse(message.data));
}

function close() {
  if (events) events.close();
  events = null;
}

const first = await fetch('/api/' + topic);
if (first.ok) {
  receive(await first.json());
  if (!document.hidden) open();
} else {
  fill(root, h('div', {class: 'card empty'}, number ? `Query ${number} is not known: it is too old, or there was none.` : await first.text()));
}
// Who does not look costs nothing.
addEventListener('visibilitychange', () => document.hidden ? close() : open());
addEventListener('pagehide', close);
