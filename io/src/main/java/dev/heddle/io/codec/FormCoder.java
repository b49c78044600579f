package dev.heddle.io.codec;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.jspecify.annotations.Nullable;

/** Values that travel in another form. */
final class FormCoder<V, F, C> implements Coder {
  private final Form<V, F, C> form;
  private final Coder coder;

  FormCoder(Form<V, F, C> form, Coder coder) {
    this.form = form;
    this.coder = coder;
  }

  @Override
  public void write(Encoder out, Object value) {
    coder.write(out, form.toForm().apply(form.type().cast(value), context(out.context)));
  }

  @Override
  public Object read(Decoder in) {
    return form.fromForm().apply(form.form().cast(coder.read(in)), context(in.context));
  }

  @SuppressWarnings("NullAway")
  private C context(@Nullable Object context) {
    if (form.context() != Void.class && !form.context().isInstance(context)) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "A value of "
              + form.type().getName()
              + " is written and read with a "
              + form.context().getName()
              + ", not with "
              + context);
    }
    return form.context().isInstance(context) ? form.context().cast(context) : null;
  }
}
