package dev.heddle.io.wire;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.codec.Form;
import java.util.List;

/**
 * A schema on the wire. Why further columns of a source cannot be read stays behind: it serves
 * messages about plans.
 *
 * @param fields the columns
 */
public record SchemaForm(List<Field> fields) {
  /** Schemas in codecs. */
  public static final Form<Schema, SchemaForm, Void> FORM =
      Form.of(
          Schema.class,
          SchemaForm.class,
          schema -> new SchemaForm(schema.fields()),
          form -> new Schema(form.fields()));
}
