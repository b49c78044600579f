package dev.heddle.bench.suite;

import dev.heddle.frame.error.HeddleException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * The process of a {@link RemoteContestant}: opens an engine, then answers what it reads from its
 * standard input until that ends. Its standard output belongs to the answers.
 */
final class EngineHost {
  /** Precedes the name of a table whose rows are to be counted. */
  static final int COUNT = -1;

  private EngineHost() {}

  /** Runs it; see {@link RemoteContestant#start} for the arguments. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    System.setOut(System.err); // whatever engines print must not get between the answers
    Suite suite = Suites.named(args[0], args[1]);
    EngineSpec spec =
        new EngineSpec(
            args[3],
            Integer.parseInt(args[4]),
            Long.parseLong(args[5]),
            HeddleEngine.Api.valueOf(args[6]),
            EngineSpec.Tables.valueOf(args[7]));
    try (DataInputStream questions = new DataInputStream(new BufferedInputStream(System.in));
        ObjectOutputStream answers = new ObjectOutputStream(new BufferedOutputStream(out))) {
      try (Contestant engine = LocalContestant.open(spec, suite, Path.of(args[2]))) {
        send(answers, new Measurement(0, 0, 0, 0, null, null));
        serve(engine, questions, answers);
      } catch (HeddleException e) {
        send(answers, Measurement.failed(e));
      }
    }
  }

  private static void serve(
      Contestant engine, DataInputStream questions, ObjectOutputStream answers) throws IOException {
    while (true) {
      int question;
      try {
        question = questions.readInt();
      } catch (EOFException e) {
        return;
      }
      if (question == COUNT) {
        send(answers, engine.rows(questions.readUTF()));
      } else {
        send(answers, engine.ask(question, Contestant.Reply.valueOf(questions.readUTF())));
      }
    }
  }

  private static void send(ObjectOutputStream answers, Object answer) throws IOException {
    answers.reset();
    answers.writeObject(answer);
    answers.flush();
  }
}
