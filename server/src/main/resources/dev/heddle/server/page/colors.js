/** One colour a plan node, on every page: the hue is its kind's, the shade its number's. */
const KINDS = [
  [/exchange|shuffle|broadcast|repartition|union|part\b|randomkey/i, 200],
  [/scan|values|read|source/i, 214], [/join|lookup|product/i, 28], [/aggregate|group|distinct/i, 150],
  [/sort|top|order|merge/i, 268], [/window/i, 322],   [/filter/i, 176], [/project|compute|map/i, 90], [/write|sink|output/i, 350], [/limit/i, 48],
];

export function nodeColor(operator, node) {
  const kind = KINDS.find(([pattern]) => pattern.test(operator));
  const hue = kind ? kind[1] : 230;
  const saturation = kind && kind[1] === 200 ? 18 : 58;
  const light = [52, 62, 43, 57, 48][Math.abs(node) % 5];
  return `hsl(${(hue + (node % 7) * 3) % 360} ${saturation}% ${light}%)`;
}

/** A stage has the colour of the node that it is there for. */
export function stageColors(query) {
  return new Map((query.stages || []).flatMap(stage => [stage.stage, ...(stage.alike || [])].map(number => [number, nodeColor(stage.lead_operator, stage.lead_node)])));
}
