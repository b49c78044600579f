/** Elements of pages. Whatever comes from elsewhere is text, and never markup. */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value == null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'color') element.style.background = value;
    else if (name === 'width') element.style.width = value;
    else if (name === 'indent') element.style.paddingLeft = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child == null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Makes these the children of an element. What is there already stays, with its focus and its scroll position, and only
 * takes over what differs, so that a click is never lost to a new state. Listeners stay those of the first time.
 */
export function fill(element, ...children) {
  const next = document.createDocumentFragment();
  add(next, children);
  morph(element, [...next.childNodes]);
  return element;
}

function morph(parent, wanted) {
  const present = [...parent.childNodes];
  wanted.forEach((node, i) => {
    const old = present[i];
    if (!old) parent.append(node);
    else if (old.nodeName !== node.nodeName) old.replaceWith(node);
    else if (old.nodeType === Node.TEXT_NODE) { if (old.data !== node.data) old.data = node.data; }
    else { takeOver(old, node); morph(old, [...node.childNodes]); }
  });
  present.slice(wanted.length).forEach(node => node.remove());
}

function takeOver(old, node) {
  for (const {name} of [...old.attributes]) if (name !== 'style' && !node.hasAttribute(name)) old.removeAttribute(name);
  for (const {name, value} of node.attributes) if (name !== 'style' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
}

export function card(title, ...children) {
  return h('section', {class: 'card'}, title ? h('h2', {}, title) : null, children);
}

export function tile(key, value, small) {
  return h('div', {class: 'tile'}, h('div', {class: 'k'}, key), h('div', {class: 'v'}, value), h('div', {class: 's'}, small || ''));
}

export function bar(share, color) {
  return h('div', {class: 'bar'}, h('i', {width: Math.max(0, Math.min(1, share || 0)) * 100 + '%', color}));
}

export function chip(color) {
  return h('i', {class: 'chip', color});
}

export function pill(state) {
  return h('span', {class: 'pill ' + state.toLowerCase()}, state.toLowerCase());
}

/** A table; columns are [heading, cell of a row, class]. */
export function table(columns, rows, more) {
  return h('div', {class: 'scroll'}, h('table', more || {},
    h('thead', {}, h('tr', {}, columns.map(([name, , style]) => h('th', {class: style, scope: 'col'}, name)))),
    h('tbody', {}, rows.map(row => h('tr', {}, columns.map(([, cell, style]) => h('td', {class: style}, cell(row))))))));
}

const tip = () => document.getElementById('tip');

export function showTip(text, x, y) {
  const element = tip();
  element.textContent = text;
  element.hidden = false;
  const box = element.getBoundingClientRect();
  element.style.left = Math.max(8, Math.min(x + 14, innerWidth - box.width - 8)) + 'px';
  element.style.top = (y + 18 + box.height > innerHeight ? y - box.height - 10 : y + 18) + 'px';
}

export function hideTip() {
  tip().hidden = true;
}

export function cssColor(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Gives a canvas a size in CSS pixels, and returns where to draw, cleared, in these. */
export function drawing(canvas, width, height) {
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.height = height + 'px';
  }
  const c = canvas.getContext('2d');
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, width, height);
  return c;
}

export async function cancel(id) {
  await fetch(`/api/query/${id}/cancel`, {method: 'POST'});
}
