#pragma once
// A linear program that grows by rows and columns: minimise cost·x, lower <= A·x <= upper, x >= 0. Floating point: its
// answers guide the search, and nothing is proven by them.

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace arable::solve {

class LinearProgram {
  public:
    static constexpr double kNone = std::numeric_limits<double>::infinity();

    struct Entry {
        int row = 0;
        double value = 0;
    };

    LinearProgram();
    ~LinearProgram();
    LinearProgram(LinearProgram&&) noexcept;
    LinearProgram& operator=(LinearProgram&&) noexcept;

    int add_row(double lower, double upper);
    int add_column(double cost, double upper, std::span<const Entry> entries);
    void set_row(int row, double lower, double upper);

    // Starts from the last basis. False: no optimum was found.
    bool solve();
    double value() const;
    std::vector<double> solution() const;  // by column
    std::vector<double> prices() const;    // by row: what the value grows by when both bounds grow by one

  private:
    struct Model;
    std::unique_ptr<Model> model_;
};

}  // namespace arable::solve
