package dev.heddle.io.codec;

import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How values of a type that is no record travel: as values of another type.
 *
 * <p>A form may need something of the process that reads or writes, such as what opens tables: the
 * context, which the caller of the codec passes in.
 *
 * @param type the type of the components of records
 * @param form what is written instead
 * @param context what the functions need; {@code Void} for nothing
 * @param toForm makes the form; on the writer's thread
 * @param fromForm makes the value of the form; what it throws, unless it is a typed error, means
 *     that the bytes are corrupt
 */
public record Form<V, F, C>(
    Class<V> type,
    Class<F> form,
    Class<C> context,
    BiFunction<? super V, ? super C, ? extends F> toForm,
    BiFunction<? super F, ? super C, ? extends V> fromForm) {

  /** Makes a form that needs no context. */
  public static <V, F> Form<V, F, Void> of(
      Class<V> type,
      Class<F> form,
      Function<? super V, ? extends F> toForm,
      Function<? super F, ? extends V> fromForm) {
    return new Form<>(
        type,
        form,
        Void.class,
        (value, _) -> toForm.apply(value),
        (value, _) -> fromForm.apply(value));
  }
}
