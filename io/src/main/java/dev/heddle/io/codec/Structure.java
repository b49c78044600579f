package dev.heddle.io.codec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Derives coders from types, and writes down what it finds: one line a record, sealed type, enum or
 * form, in the order of discovery.
 */
final class Structure {
  private final Map<Class<?>, Form<?, ?, ?>> forms;
  private final Map<Class<?>, Coder> known = new HashMap<>();
  private final Deque<Runnable> unfinished = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();

  Structure(Map<Class<?>, Form<?, ?, ?>> forms) {
    this.forms = forms;
  }

  /** Returns the coder of a type, with all that it needs. */
  Coder derive(Class<?> root) {
    Coder coder = of(root, root.getName());
    while (!unfinished.isEmpty()) {
      unfinished.removeFirst().run();
    }
    return coder;
  }

  /** Returns what was found so far; equal for equal wire formats only. */
  String text() {
    return text.toString();
  }

  private Coder of(Type type, String where) {
    return switch (type) {
      case Class<?> plain -> ofClass(plain, where);
      case ParameterizedType generic -> ofGeneric(generic, where);
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0], where);
      default -> throw refusal(type, where);
    };
  }

  private Coder ofGeneric(ParameterizedType type, String where) {
    Type[] arguments = type.getActualTypeArguments();
    if (type.getRawType() == List.class) {
      return new ContainerCoders.OfList(of(arguments[0], where));
    } else if (type.getRawType() == Optional.class) {
      return new ContainerCoders.OfOptional(of(arguments[0], where));
    } else if (type.getRawType() == Map.class) {
      return new ContainerCoders.OfMap(of(arguments[0], where), of(arguments[1], where));
    }
    throw refusal(type, where);
  }

  private Coder ofClass(Class<?> type, String where) {
    Coder coder = known.get(type);
    if (coder != null) {
      return coder;
    }
    Form<?, ?, ?> form = forms.get(type);
    if (form != null) {
      return ofForm(form);
    }
    Coder scalar = ScalarCoders.ALL.get(type);
    if (scalar != null) {
      return scalar;
    } else if (type.isEnum()) {
      return ofEnum(type);
    } else if (type.isRecord() && type.getTypeParameters().length == 0) {
      return ofRecord(type);
    } else if (type.isSealed()) {
      return ofSealed(type);
    }
    throw refusal(type, where);
  }

  private <V, F, C> Coder ofForm(Form<V, F, C> form) {
    text.append("form ").append(form.type().getName()).append('=');
    text.append(form.form().getName()).append('\n');
    Deferred deferred = new Deferred();
    Coder coder = new FormCoder<>(form, deferred);
    known.put(form.type(), coder);
    deferred.coder = ofClass(form.form(), form.type().getName());
    return coder;
  }

  private Coder ofEnum(Class<?> type) {
    Object[] constants = type.getEnumConstants();
    text.append("enum ").append(type.getName());
    for (Object constant : constants) {
      text.append(' ').append(((Enum<?>) constant).name());
    }
    text.append('\n');
    Coder coder = new ContainerCoders.OfEnum(constants);
    known.put(type, coder);
    return coder;
  }

  private Coder ofRecord(Class<?> type) {
    RecordCoder coder = new RecordCoder(type);
    known.put(type, coder);
    RecordComponent[] components = type.getRecordComponents();
    text.append("record ").append(type.getName());
    for (RecordComponent component : components) {
      text.append(' ').append(component.getName()).append(':');
      text.append(component.getGenericType().getTypeName());
      text.append(RecordCoder.mayBeNull(component) ? "?" : "");
    }
    text.append('\n');
    unfinished.add(
        () -> {
          for (int i = 0; i < components.length; i++) {
            String where = components[i].getName() + " of " + type.getName();
            coder.set(i, of(components[i].getGenericType(), where));
          }
        });
    return coder;
  }

  private Coder ofSealed(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>();
    collectLeaves(type, found);
    List<Class<?>> leaves = new ArrayList<>(found);
    SealedCoder coder = new SealedCoder(leaves);
    known.put(type, coder);
    text.append("sealed ").append(type.getName());
    leaves.forEach(leaf -> text.append(' ').append(leaf.getName()));
    text.append('\n');
    unfinished.add(
        () -> {
          for (int i = 0; i < leaves.size(); i++) {
            coder.set(i, ofClass(leaves.get(i), "a leaf of " + type.getName()));
          }
        });
    return coder;
  }

  private void collectLeaves(Class<?> type, Set<Class<?>> leaves) {
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      if (permitted.isSealed() && !permitted.isEnum() && !forms.containsKey(permitted)) {
        collectLeaves(permitted, leaves);
      } else {
        leaves.add(permitted);
      }
    }
  }

  private static IllegalArgumentException refusal(Type type, String where) {
    return new IllegalArgumentException(
        "Cannot write "
            + where
            + ": "
            + type.getTypeName()
            + " is no record, sealed type, enum, list, map, optional or simple value; register a"
            + " form for it");
  }

  /** Represents a form's own coder while that one is being derived. */
  private static final class Deferred implements Coder {
    private Coder coder = this;

    @Override
    public void write(Encoder out, Object value) {
      coder.write(out, value);
    }

    @Override
    public Object read(Decoder in) {
      return coder.read(in);
    }
  }
}
