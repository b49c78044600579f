package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.physical.kernel.json.JsonEdits;
import dev.heddle.physical.kernel.json.JsonMerges;
import dev.heddle.physical.kernel.json.JsonTree;
import org.jspecify.annotations.Nullable;

/** What computes the functions that change JSON, see {@link RowCallNode}. */
final class JsonEditFunctions {
  private JsonEditFunctions() {}

  /** Returns a function that one thread calls. */
  static RowCallNode.Function of(ValueFunction function) {
    return switch (function) {
      case JSON_SET -> edit(JsonEdits.Edit.SET);
      case JSON_INSERT -> edit(JsonEdits.Edit.INSERT);
      case JSON_REPLACE -> edit(JsonEdits.Edit.REPLACE);
      case JSON_REMOVE -> edit(JsonEdits.Edit.REMOVE);
      case JSON_NORMALIZE -> row -> JsonMerges.normalized(tree(row[0])).json();
      case JSON_STRIP_NULLS -> row -> JsonMerges.withoutNulls(tree(row[0])).json();
      case JSON_DEEP_MERGE -> JsonEditFunctions::merged;
      case JSON_MERGE_PATCH_DIFF ->
          row ->
              row[0] == null || row[1] == null
                  ? text(row[1])
                  : JsonMerges.difference(tree(row[0]), tree(row[1])).json();
      default -> throw new IllegalStateException("No function that changes JSON: " + function);
    };
  }

  private static RowCallNode.Function edit(JsonEdits.Edit edit) {
    JsonEdits edits = new JsonEdits(edit);
    return row ->
        edits.edited((String) row[0], (String) row[1], row.length > 2 ? (String) row[2] : null);
  }

  /** Merges from the left; a null is forgotten with all before it. */
  private static @Nullable String merged(@Nullable Object[] row) {
    JsonTree merged = null;
    for (Object value : row) {
      JsonTree next = value == null ? null : tree(value);
      merged = merged == null || next == null ? next : JsonMerges.merged(merged, next);
    }
    return merged == null ? null : merged.json();
  }

  private static JsonTree tree(@Nullable Object json) {
    return JsonTree.of((String) json);
  }

  private static @Nullable String text(@Nullable Object json) {
    return json == null ? null : tree(json).json();
  }
}
