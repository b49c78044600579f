/** One colour a plan node, on every page: the hue is its kind's, the shade its number's. */
const KINDS = [
  [/scan|values|read|source/i, 214], [/join|lookup|product/i, 28], [/aggregate|group|distinct/i, 150],
  [/sort|top|order|merge/i, 268], [/window/i, 322], [/exchange|shuffle|broadcast|repartition|union/i, 200],
  [/filter/i, 176], [/project|compute|map/i, 90], [/write|sink|output/i, 350], [/limit/i, 48],
];
const LEADS = [/window/i, /join|lookup/i, /aggregate|group|distinct/i, /sort|top/i, /write/i, /union/i, /scan|values|read/i, /filter/i, /project/i];

export function nodeColor(operator, node) {
  const kind = KINDS.find(([pattern]) => pattern.test(operator));
  const hue = kind ? kind[1] : 230;
  const saturation = kind && kind[1] === 200 ? 18 : 58;
  const light = [52, 62, 43, 57, 48][Math.abs(node) % 5];
  return `hsl(${(hue + (node % 7) * 3) % 360} ${saturation}% ${light}%)`;
}

/** A stage has the colour of the node that it is there for. */
export function stageColors(query) {
  const colors = new Map();
  for (const stage of query.stages || []) {
    const own = (query.nodes || []).filter(node => node.stage === stage.stage);
    let color = null;
    for (const lead of LEADS) {
      const node = own.findLast(each => lead.test(each.operator));
      if (node) { color = nodeColor(node.operator, node.node); break; }
    }
    if (!color) {
      const words = stage.operators.split('→').map(word => word.trim());
      const lead = LEADS.find(pattern => words.some(word => pattern.test(word.split(' ')[0])));
      color = nodeColor(lead ? words.find(word => lead.test(word.split(' ')[0])) : stage.operators, stage.stage);
    }
    colors.set(stage.stage, color);
  }
  return colors;
}
