/** Numbers with units, for people. */
const GROUPED = new Intl.NumberFormat('en', {maximumFractionDigits: 0});

export function bytes(value) {
  if (value == null || value < 0) return '–';
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let at = 0;
  while (value >= 999.5 && at < units.length - 1) { value /= 1000; at++; }
  return (at === 0 ? Math.round(value) : digits(value)) + '\u202f' + units[at];
}

export function count(value) {
  if (value == null || value < 0) return '–';
  if (value < 1e5) return GROUPED.format(value);
  const units = ['', 'k', 'M', 'G', 'T'];
  let at = 0;
  while (value >= 999.5 && at < units.length - 1) { value /= 1000; at++; }
  return digits(value) + '\u202f' + units[at];
}

/** A count with what is counted, such as 2 workers. */
export function many(value, one) {
  return `${count(value)} ${one}${value === 1 ? '' : 's'}`;
}

export function exact(value) {
  return value == null ? '–' : GROUPED.format(value);
}

export function millis(value) {
  if (value == null || value < 0) return '–';
  if (value < 1) return digits(value * 1000) + '\u202fµs';
  if (value < 1000) return digits(value) + '\u202fms';
  if (value < 60_000) return digits(value / 1000) + '\u202fs';
  if (value < 3_600_000) return Math.floor(value / 60_000) + '\u202fmin ' + Math.round(value % 60_000 / 1000) + '\u202fs';
  return Math.floor(value / 3_600_000) + '\u202fh ' + Math.round(value % 3_600_000 / 60_000) + '\u202fmin';
}

/** A time on an axis, without digits that say nothing. */
export function tick(value) {
  return millis(value).replace(/(\.\d*?)0+(?=\D)/, '$1').replace(/\.(?=\D)/, '');
}

export function share(value) {
  return value == null ? '–' : value > 0 && value < 0.01 ? '< 1\u202f%' : Math.floor(value * 100) + '\u202f%';
}

/** A text whose paths have lost their folders: of a path its end says more than its beginning. */
export function bare(text) {
  return text.replace(/\S*\/(?=[^/\s]+)/g, '');
}

export function rate(value) {
  return bytes(value) + '/s';
}

export function time(millisSince1970) {
  const at = new Date(millisSince1970);
  const two = n => String(n).padStart(2, '0');
  const clock = two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds());
  const today = new Date().toDateString() === at.toDateString();
  return today ? clock : at.getFullYear() + '-' + two(at.getMonth() + 1) + '-' + two(at.getDate()) + ' ' + clock;
}

function digits(value) {
  return value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2);
}
