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
        const title = h('div', {class: 'row'}), holder = h('div', {class: 'dag', tabindex: 0, role: 'region', 'aria-label': 'Stages of query ' + query.id});
        const element = h('section', {class: 'card'}, title, holder);
        cards.set(query.id, {title, holder, element});
        root.append(element);
      }
      const {title, holder} = cards.get(query.id);
      fill(title, h('b', {}, h('a', {href: '/query/' + query.id}, 'Query ' + query.id)), pill(query.state), h('span', {class: 'soft'}, `${format.share(query.share)} done, ${format.millis(query.elapsed_millis)}`));
      const {scrollLeft, scrollTop} = holder;
      holder.replaceChildren(draw(query, stageColors(query)));
      holder.scrollLeft = scrollLeft;
      holder.scrollTop = scrollTop;
    }
  };
}
