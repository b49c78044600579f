/** The stages of the queries that run, as layers; of the last one once none runs. */
import {h, fill, pill} from './ui.js';
import {stageColors} from './colors.js';
import {draw} from './dag.js';
import * as format from './format.js';

export function mount(root) {
  const head = h('h1', {}, 'Graph'), cards = new Map();
  fill(root, head);
  return state => {
    const shown = state.queries.filter(query => query.stages.length);
    for (const [id, card] of cards) if (!shown.some(query => query.id === id)) { card.element.remove(); cards.delete(id); }
    root.querySelector('.empty')?.remove();
    if (!shown.length) root.append(h('div', {class: 'card empty'}, state.queries.length ? 'The query is planned; it has no stages yet.' : 'No query has run yet.'));
    for (const query of shown) {
      if (!cards.has(query.id)) {
        const title = h('div', {class: 'row'}), note = h('p', {class: 'soft'}), holder = h('div', {class: 'dag', tabindex: 0, role: 'region', 'aria-label': 'Stages of query ' + query.id});
        const card = {title, holder, note, zoom: 1};
        const zoomTo = zoom => { card.zoom = Math.min(2, Math.max(.05, zoom)); redraw(card); };
        const fit = () => zoomTo(Math.min(1, holder.clientWidth / (holder.firstChild.viewBox.baseVal.width + 2), holder.clientHeight / (holder.firstChild.viewBox.baseVal.height + 2)));
        const keys = {'+': () => zoomTo(card.zoom * 1.25), '-': () => zoomTo(card.zoom / 1.25), '0': () => zoomTo(1), 'f': fit};
        holder.addEventListener('keydown', event => { if (keys[event.key] && !event.ctrlKey && !event.metaKey) { keys[event.key](); event.preventDefault(); } });
        holder.addEventListener('wheel', event => { if (event.ctrlKey) { zoomTo(card.zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1)); event.preventDefault(); } }, {passive: false});
        const tools = h('div', {class: 'row'}, [['-', 'Zoom out'], ['+', 'Zoom in'], ['0', 'Full size'], ['f', 'Fit']].map(([key, text]) => h('button', {title: `${text} (${key})`, onclick: keys[key]}, text)));
        card.element = h('section', {class: 'card'}, title, tools, holder, note);
        cards.set(query.id, card);
        const element = card.element;
        root.append(element);
      }
      const card = cards.get(query.id), {title, note} = card;
      fill(title, h('b', {}, h('a', {href: '/query/' + query.id}, 'Query ' + query.id)), pill(query.state), h('span', {class: 'soft'}, `${format.share(query.share)} done, ${format.millis(query.elapsed_millis)}`));
      fill(note, query.left_out ? `${format.count(query.left_out)} more stages are not drawn.` : '');
      card.query = query;
      redraw(card);
    }
  };
}

/** Draws a graph again, where it was scrolled to. */
function redraw({query, holder, zoom}) {
  const {scrollLeft, scrollTop} = holder;
  holder.replaceChildren(draw(query, stageColors(query), zoom));
  holder.scrollLeft = scrollLeft;
  holder.scrollTop = scrollTop;
}
